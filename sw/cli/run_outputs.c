/* SPDX-License-Identifier: ISC
 * run_outputs.c - the files and the report that `tally run` writes.
 */
#include <stdio.h>
#include <string.h>

#include "run_options.h"
#include "sw/base/base.h"
#include "sw/profile/capture.h"

static bool is_standard(const char *path)
{
	return path && !strcmp(path, "-");
}

bool outputs_open(const struct run_options *o, const char *elf)
{
	static const char *const names[] = { "-o", "--json", "--trace" };
	const char *const *outputs = o->s.outputs;

	if (is_standard(o->trace))
		return fail("--trace -: what the program prints goes there; give a file");
	if (is_standard(o->capture) && is_standard(o->json))
		return fail("-o - beside --json: both on the standard output; give one of them a "
			    "file: --json=FILE");
	file_protect(elf);
	for (size_t i = 0; i < RUN_OUTPUTS; i++)
		if (outputs[i] && !file_writable(outputs[i]))
			return false;
	for (size_t i = 1; i < RUN_OUTPUTS; i++)
		for (size_t k = 0; k < i; k++)
			if (outputs[i] && outputs[k] && file_same(outputs[i], outputs[k]))
				return fail("%s: given to both %s and %s; give two names",
					outputs[i], names[k], names[i]);
	return is_standard(o->capture)
		? file_take_standard("-o", true)
		: !is_standard(o->json) || file_take_standard("--json", false);
}

bool outputs_write(struct run_options *o, struct profile *p, const struct firmware *f)
{
	struct view view = VIEW_DEFAULT;
	bool good = true;

	view_settle(&view); /* of no options it has nothing to refuse */
	if (o->capture)
		good = capture_write(p, f, o->capture);
	if (o->trace && !trace_write(o->s.trace, p, f, o->trace))
		good = false;
	if (o->s.no_profile) {
		printf("%s on %s, without a profile\n", text_clean(f->image.path), p->core);
		report_end(p, f, &view.term);
		return stdout_ok();
	}
	struct view for_programs = view;
	view_for_programs(&for_programs);
	if (o->json && !json_write(p, f, &for_programs, o->json))
		good = false;
	if (!report_print(p, f, &view))
		return false;
	if (o->trace && good)
		trace_say(o->s.trace);
	if (!is_standard(o->capture))
		report_next(p, f, o->capture, NULL, &view.term);
	return stdout_ok() && good;
}
