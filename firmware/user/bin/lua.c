/* SPDX-License-Identifier: ISC
 * lua.c - Lua 5.4's interpreter: `lua FILE [ARGUMENT...]`. Only libraries that need neither files
 * nor a clock.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "lauxlib.h"
#include "lua.h"
#include "lualib.h"

static const luaL_Reg libraries[] = {
	{ LUA_GNAME, luaopen_base },
	{ LUA_TABLIBNAME, luaopen_table },
	{ LUA_STRLIBNAME, luaopen_string },
	{ LUA_COLIBNAME, luaopen_coroutine },
	{ LUA_UTF8LIBNAME, luaopen_utf8 },
};

/* Returns the whole file, *size bytes; NULL after a message. */
static char *read_file(const char *name, size_t *size)
{
	int fd = open(name, O_RDONLY);
	off_t bytes = fd < 0 ? -1 : lseek(fd, 0, SEEK_END);
	char *text = bytes < 0 ? NULL : malloc((size_t)bytes + 1);

	if (!text || lseek(fd, 0, SEEK_SET) || read(fd, text, (size_t)bytes) != bytes) {
		perror(name);
		return NULL;
	}
	close(fd);
	*size = (size_t)bytes;
	return text;
}

static void arguments(lua_State *L, int argc, char **argv)
{
	lua_newtable(L);
	for (int i = 1; i < argc; i++) {
		lua_pushstring(L, argv[i]);
		lua_rawseti(L, -2, i - 1);
	}
	lua_setglobal(L, "arg");
}

int main(int argc, char **argv)
{
	size_t size;
	lua_State *L = luaL_newstate();
	char *script;

	if (argc < 2 || !L) {
		puts(L ? "usage: lua FILE [ARGUMENT...]" : "lua: out of memory");
		return 1;
	}
	script = read_file(argv[1], &size);
	if (!script)
		return 1;
	for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
		luaL_requiref(L, libraries[i].name, libraries[i].func, 1);
		lua_pop(L, 1);
	}
	arguments(L, argc, argv);
	if (luaL_loadbuffer(L, script, size, argv[1]) != LUA_OK
		|| lua_pcall(L, 0, 0, 0) != LUA_OK) {
		printf("lua: %s\n", lua_tostring(L, -1));
		return 1;
	}
	lua_close(L);
	return 0;
}
