-- SPDX-License-Identifier: ISC
-- demo.lua - what Lua programs spend their time on: calls, tables, sorting,
-- strings, patterns, closures, coroutines. Every part checks its own result.

local function fib(n)
  if n < 2 then return n end
  return fib(n - 1) + fib(n - 2)
end

-- A generator of its own keeps the run the same everywhere.
local seed = 42
local function random(n)
  seed = (seed * 1103515245 + 12345) % 2147483648
  return seed // 65536 % n + 1
end

local function sorting(n)
  local t = {}
  for i = 1, n do t[i] = random(100000) end
  table.sort(t, function(a, b) return a > b end)
  for i = 2, n do assert(t[i - 1] >= t[i]) end
  return t[1], t[n]
end

local words = { "tap", "sampler", "mapper", "updater", "driver", "report" }

local function text(n)
  local parts = {}
  for i = 1, n do
    parts[#parts + 1] = string.format("%s%d", words[random(#words)], i % 10)
  end
  return table.concat(parts, " ")
end

local function count(s)
  local seen = {}
  for word in s:gmatch("%a+") do seen[word] = (seen[word] or 0) + 1 end
  local names = {}
  for name in pairs(seen) do names[#names + 1] = name end
  table.sort(names)
  for i, name in ipairs(names) do names[i] = name .. "=" .. seen[name] end
  return table.concat(names, " ")
end

local function primes(n)
  local composite, found = {}, 0
  for i = 2, n do
    if not composite[i] then
      found = found + 1
      for j = i * i, n, i do composite[j] = true end
    end
  end
  return found
end

local function produced(n)
  local sum = 0
  local producer = coroutine.wrap(function()
    for i = 1, n do coroutine.yield(i * i) end
  end)
  for _ = 1, n do sum = sum + producer() end
  return sum
end

local f = fib(15)
assert(f == 610)
print("fib", f)

print("sort", sorting(250))

local s = text(200)
local swapped, hits = s:gsub("(%a+)(%d)", "%2%1")
assert(#swapped == #s and hits == 200)
print("gsub", hits, #swapped)
print("count", count(s))

local p = primes(1500)
assert(p == 239)
print("primes", p)

local sum = produced(120)
assert(sum == 583220)
print("coroutine", sum)
