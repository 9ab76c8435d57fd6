#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "frontend/frontend.h"

enum { OPEN_FOLDERS = 8 };

void outside_note_folder(frontend_outside *outside, const char *folder)
{
    if (outside == NULL)
        return;
    pthread_mutex_lock(&outside->mutex);
    outside->folder = folder;
    pthread_mutex_unlock(&outside->mutex);
}

void outside_forget_folder(frontend_outside *outside)
{
    outside_note_folder(outside, NULL);
}

void outside_note_child(frontend_outside *outside, pid_t child)
{
    if (outside == NULL)
        return;
    pthread_mutex_lock(&outside->mutex);
    outside->child = child;
    pthread_mutex_unlock(&outside->mutex);
}

static int remove_entry(const char *path, const struct stat *info, int kind, struct FTW *place)
{
    (void)info, (void)kind, (void)place;
    remove(path);
    return 0;
}

void frontend_end_outside(frontend_outside *outside)
{
    if (outside->child > 0)
        kill(-outside->child, SIGKILL);
    /* What clang was making in this moment may appear behind the back of the first round. */
    for (int round = 0; round < 2 && outside->folder; round++)
        nftw(outside->folder, remove_entry, OPEN_FOLDERS, FTW_DEPTH | FTW_PHYS);
}
