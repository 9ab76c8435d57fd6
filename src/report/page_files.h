/* What the build embeds of src/report/html: the page that check_html.h fills, its style and its scripts. */
#ifndef HEDDLE_REPORT_PAGE_FILES_H
#define HEDDLE_REPORT_PAGE_FILES_H

extern const struct page_file {
    const char *path; /* below src/report/html, such as "page.css" */
    const char *text;
} page_files[];
extern const unsigned page_file_count;

#endif
