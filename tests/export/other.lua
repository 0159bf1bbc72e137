-- SPDX-License-Identifier: ISC
-- other.lua - what demo.lua does not do: queens, matrices of floats, a tokenizer, objects.
local function queens(n)
  local cols, d1, d2, count = {}, {}, {}, 0
  local function place(r)
    if r > n then count = count + 1 return end
    for c = 1, n do
      if not cols[c] and not d1[r + c] and not d2[r - c + n] then
        cols[c], d1[r + c], d2[r - c + n] = true, true, true
        place(r + 1)
        cols[c], d1[r + c], d2[r - c + n] = nil, nil, nil
      end
    end
  end
  place(1)
  return count
end

local function matmul(n)
  local a, b = {}, {}
  for i = 1, n do
    a[i], b[i] = {}, {}
    for j = 1, n do a[i][j] = i + j; b[i][j] = i * 0.5 - j end
  end
  local s = 0
  for i = 1, n do
    local ai = a[i]
    for j = 1, n do
      local x = 0
      for k = 1, n do x = x + ai[k] * b[k][j] end
      s = s + x
    end
  end
  return s
end

local function tokens(src)
  local out, i, n = {}, 1, #src
  while i <= n do
    local c = src:byte(i)
    if c == 32 then i = i + 1
    elseif c >= 48 and c <= 57 then
      local j = i
      while j <= n and src:byte(j) >= 48 and src:byte(j) <= 57 do j = j + 1 end
      out[#out + 1] = tonumber(src:sub(i, j - 1))
      i = j
    else
      out[#out + 1] = src:sub(i, i)
      i = i + 1
    end
  end
  return out
end

local function eval(t)
  local pos = 1
  local expr
  local function atom()
    local x = t[pos]
    pos = pos + 1
    if x == "(" then local v = expr(); pos = pos + 1 return v end
    return x
  end
  local function term()
    local v = atom()
    while t[pos] == "*" do pos = pos + 1; v = v * atom() end
    return v
  end
  expr = function()
    local v = term()
    while t[pos] == "+" or t[pos] == "-" do
      local op = t[pos]
      pos = pos + 1
      if op == "+" then v = v + term() else v = v - term() end
    end
    return v
  end
  return expr()
end

local Account = {}
Account.__index = Account
function Account.new(b) return setmetatable({ balance = b }, Account) end
function Account:deposit(v) self.balance = self.balance + v end
function Account:get() return self.balance end
local Special = setmetatable({}, { __index = Account })
Special.__index = Special
function Special:deposit(v) Account.deposit(self, v * 2) end

print("queens", queens(6))
print("matmul", matmul(9))
local t = tokens("(1 + 2) * 3 - 45 * (6 + 78 * (9 - 1)) + 12345 * 2")
local v = 0
for _ = 1, 40 do v = v + eval(t) end
print("eval", #t, v)
local acc = { Account.new(1), setmetatable({ balance = 2 }, Special) }
for i = 1, 1500 do acc[i % 2 + 1]:deposit(i) end
print("accounts", acc[1]:get(), acc[2]:get())
local q = {}
for i = 1, 200 do q[#q + 1] = ("k"):rep(i % 7) .. i end
local joined = table.concat(q, ",")
local up, found = joined:upper(), 0
for a, b in up:gmatch("(K+)(%d+)") do found = found + #a + tonumber(b) end
print("strings", #joined, found, joined:find("kkk100", 1, true))
