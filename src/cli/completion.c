/* Completion of command lines, for bash, zsh and fish: scripts that are made from the table of options. */
#include "cli/commands.h"

static const char *const SHELLS = "bash zsh fish";

/* ---- what all shells want to know ---- */

static bool is_file(const options_entry *o)
{
    return o->argument && strcmp(o->argument, "FILE") == 0;
}

/* Several values, separated by commas. */
static bool is_list(const options_entry *o)
{
    return *o->values && strcmp(o->argument, "LIST") == 0;
}

static bool takes_files(command c)
{
    return strncmp(options_command_argument(c), "FILE", strlen("FILE")) == 0;
}

static bool has_option(command c, const options_entry *o)
{
    return o->commands & 1u << c;
}

/* The text, with a backslash before each of the characters of `special`, and a quote as the shell has it. */
static void print_escaped(const char *text, const char *special, const char *quote)
{
    for (; *text; text++) {
        if (*text == '\'') {
            fputs(quote, stdout);
            continue;
        }
        if (strchr(special, *text))
            putchar('\\');
        putchar(*text);
    }
}

static void print_command_names(void)
{
    for (int c = COMMAND_NONE + 1; c < COMMAND_COUNT; c++)
        printf("%s ", options_command_name((command)c));
    printf("help");
}

/* ---- bash ---- */

static void print_bash_values(void)
{
    puts("    case $previous in");
    for (uint32_t i = 0; i < options_entry_count(); i++) {
        options_entry o = options_entry_at(i);
        if (o.argument == NULL)
            continue;
        printf("    --%s)\n", o.name);
        if (is_list(&o))
            puts("        case $current in *,*) prefix=${current%,*}, ;; esac");
        if (*o.values)
            printf("        COMPREPLY=($(compgen -P \"$prefix\" -W '%s' -- \"${current##*,}\"))\n", o.values);
        puts(is_file(&o) ? "        return ;;" : "        compopt +o default\n        return ;;");
    }
    puts("    esac");
}

static void print_bash_words(void)
{
    puts("    case $command in");
    for (int c = COMMAND_NONE + 1; c < COMMAND_COUNT; c++) {
        printf("    %s) options='", options_command_name((command)c));
        for (uint32_t i = 0; i < options_entry_count(); i++) {
            options_entry o = options_entry_at(i);
            if (has_option((command)c, &o))
                printf("--%s ", o.name);
        }
        if (takes_files((command)c))
            puts("' ;;");
        else
            printf("' words='%s' ;;\n", SHELLS);
    }
    printf("    help) words='");
    print_command_names();
    printf("' ;;\n    '') options='--help --version' words='");
    print_command_names();
    puts("' ;;\n    esac");
}

static void print_bash(void)
{
    puts("# Completes command lines of heddle in bash. Written by `heddle completion bash`.\n"
         "_heddle()\n"
         "{\n"
         "    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}\n"
         "    local command= options= words= prefix= i\n"
         "    COMPREPLY=()\n"
         "    # bash takes --mm=NAME for three words.\n"
         "    if [ \"$current\" = = ]; then\n"
         "        current=\n"
         "    elif [ \"$previous\" = = ]; then\n"
         "        previous=${COMP_WORDS[COMP_CWORD-2]}\n"
         "    fi\n"
         "    for ((i = 1; i < COMP_CWORD; i++)); do\n"
         "        case ${COMP_WORDS[i]} in\n"
         "        --) return ;; # what follows is for clang\n"
         "        -*) ;;\n"
         "        *) [ -n \"$command\" ] || command=${COMP_WORDS[i]} ;;\n"
         "        esac\n"
         "    done");
    print_bash_values();
    print_bash_words();
    puts("    case $current in\n"
         "    -*) words=$options ;;\n"
         "    esac\n"
         "    # Without words, the names of files.\n"
         "    if [ -n \"$words\" ]; then\n"
         "        compopt +o default\n"
         "        COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
         "    fi\n"
         "}\n"
         "complete -o default -F _heddle heddle");
}

/* ---- zsh ---- */

static void print_zsh_option(const options_entry *o)
{
    printf("            ");
    if (o->letter)
        printf("'(-%c --%s)'{-%c,--%s}'", o->letter, o->name, o->letter, o->name);
    else
        printf("'--%s%s", o->name, o->argument ? "=" : "");
    putchar('[');
    print_escaped(o->help, "[]\\", "'\\''");
    putchar(']');
    if (o->argument) {
        putchar(':');
        print_escaped(o->argument, ":\\", "'\\''");
        putchar(':');
        if (is_file(o))
            printf("_files");
        else if (is_list(o))
            printf("_sequence compadd - %s", o->values);
        else if (*o->values)
            printf("(%s)", o->values);
    }
    puts("' \\");
}

static void print_zsh_command(command c)
{
    printf("        %s)\n            _arguments \\\n", options_command_name(c));
    for (uint32_t i = 0; i < options_entry_count(); i++) {
        options_entry o = options_entry_at(i);
        if (has_option(c, &o))
            print_zsh_option(&o);
    }
    if (takes_files(c))
        puts("            '*:file:_files' ;;");
    else
        printf("            '1:shell:(%s)' ;;\n", SHELLS);
}

static void print_zsh(void)
{
    puts("#compdef heddle\n"
         "# Completes command lines of heddle in zsh. Written by `heddle completion zsh`.\n"
         "_heddle() {\n"
         "    local context state state_descr line\n"
         "    typeset -A opt_args\n"
         "    local -a commands\n"
         "    commands=(");
    for (int c = COMMAND_NONE + 1; c < COMMAND_COUNT; c++) {
        printf("        '%s:", options_command_name((command)c));
        print_escaped(options_command_help((command)c), ":\\", "'\\''");
        puts("'");
    }
    puts("        'help:list the options of a command'\n"
         "    )\n"
         "    _arguments -C \\\n"
         "        '(- *)--help[print help]' \\\n"
         "        '(- *)--version[print the version]' \\\n"
         "        '1:command:->command' \\\n"
         "        '*::argument:->argument'\n"
         "    case $state in\n"
         "    command) _describe command commands ;;\n"
         "    argument)\n"
         "        case $words[1] in");
    for (int c = COMMAND_NONE + 1; c < COMMAND_COUNT; c++)
        print_zsh_command((command)c);
    puts("        help) _describe command commands ;;\n"
         "        esac ;;\n"
         "    esac\n"
         "}\n"
         "if [ \"$funcstack[1]\" = _heddle ]; then\n"
         "    _heddle \"$@\"\n"
         "else\n"
         "    compdef _heddle heddle\n"
         "fi");
}

/* ---- fish ---- */

static void print_fish_option(const options_entry *o)
{
    printf("complete -c heddle -n '__fish_seen_subcommand_from");
    for (int c = COMMAND_NONE + 1; c < COMMAND_COUNT; c++)
        if (has_option((command)c, o))
            printf(" %s", options_command_name((command)c));
    printf("' -l %s", o->name);
    if (o->letter)
        printf(" -s %c", o->letter);
    if (is_file(o))
        printf(" -r -F");
    else if (o->argument)
        printf(" -x");
    if (*o->values)
        printf(is_list(o) ? " -a '(__fish_append , %s)'" : " -a '%s'", o->values);
    printf(" -d '");
    print_escaped(o->help, "\\", "\\'");
    puts("'");
}

static void print_fish(void)
{
    puts("# Completes command lines of heddle in fish. Written by `heddle completion fish`.");
    for (int c = COMMAND_NONE + 1; c < COMMAND_COUNT; c++) {
        printf("complete -c heddle -n __fish_use_subcommand -f -a %s -d '", options_command_name((command)c));
        print_escaped(options_command_help((command)c), "\\", "\\'");
        puts("'");
        if (!takes_files((command)c))
            printf("complete -c heddle -n '__fish_seen_subcommand_from %s' -f -a '%s'\n",
                   options_command_name((command)c), SHELLS);
    }
    puts("complete -c heddle -n __fish_use_subcommand -f -a help -d 'list the options of a command'\n"
         "complete -c heddle -n __fish_use_subcommand -f -l help -d 'print help'\n"
         "complete -c heddle -n __fish_use_subcommand -f -l version -d 'print the version'");
    printf("complete -c heddle -n '__fish_seen_subcommand_from help' -f -a '");
    print_command_names();
    puts("'");
    for (uint32_t i = 0; i < options_entry_count(); i++) {
        options_entry o = options_entry_at(i);
        print_fish_option(&o);
    }
}

/* ---- the command ---- */

int command_completion(const options *o)
{
    static const struct {
        const char *shell;
        void (*print)(void);
    } PRINTERS[] = {{"bash", print_bash}, {"zsh", print_zsh}, {"fish", print_fish}};
    diag d = {0};
    for (size_t i = 0; i < sizeof PRINTERS / sizeof *PRINTERS && o->files.size == 1; i++)
        if (strcmp(PRINTERS[i].shell, o->files.data[0]) == 0) {
            PRINTERS[i].print();
            return EXIT_SAFE;
        }
    diag_fail(&d, STATUS_BAD_INPUT, "`heddle completion` takes the name of one shell: bash, zsh or fish");
    return report_error(&d);
}
