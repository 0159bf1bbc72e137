/* SPDX-License-Identifier: ISC
 * html_parts.c - small pieces that the parts of the page share; the contract is html.h.
 */
#include "html.h"

const char *html_function(const struct page *h, size_t function)
{
	return function < h->sites.functions.n ? h->sites.functions.rows[function].name : h->rest[function - h->sites.functions.n];
}

double html_percent(const struct page *h, uint64_t count)
{
	return h->sum ? 100.0 * (double)count / (double)h->sum : 0;
}

void html_heat(const struct page *h, double part)
{
	fprintf(h->to, "style=\"--h:%.0f%%\"", 100 * (part < 1 ? part : 1));
}

void html_place(const struct page *h, size_t leaf)
{
	fprintf(h->to, "s%zu-%d", h->leaves[leaf].file, h->leaves[leaf].line);
}
