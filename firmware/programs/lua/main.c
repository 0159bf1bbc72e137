/* SPDX-License-Identifier: ISC
 * main.c - Lua 5.4's interpreter on bare metal. Runs the script that script.S links in, prints to
 * the console, and returns 1 if the script fails.
 *
 * Only libraries that need neither files nor a clock. (math seeds its generator from the time when
 * opened.)
 */
#include <stdio.h>

#include "lauxlib.h"
#include "lua.h"
#include "lualib.h"

extern const char script_start[], script_end[];

static const luaL_Reg libraries[] = {
	{ LUA_GNAME, luaopen_base },
	{ LUA_TABLIBNAME, luaopen_table },
	{ LUA_STRLIBNAME, luaopen_string },
	{ LUA_COLIBNAME, luaopen_coroutine },
	{ LUA_UTF8LIBNAME, luaopen_utf8 },
};

int main(void)
{
	lua_State *L = luaL_newstate();

	if (!L) {
		puts("lua: out of memory");
		return 1;
	}
	for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
		luaL_requiref(L, libraries[i].name, libraries[i].func, 1);
		lua_pop(L, 1);
	}
	if (luaL_loadbuffer(L, script_start, script_end - script_start, "=script") != LUA_OK
		|| lua_pcall(L, 0, 0, 0) != LUA_OK) {
		printf("lua: %s\n", lua_tostring(L, -1));
		return 1;
	}
	lua_close(L);
	return 0;
}
