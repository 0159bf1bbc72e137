local t, s = {}, 0
for i = 1, 500 do t[i] = i * i % 101 end
for _, v in ipairs(t) do s = s + v / 4 end
print("sum", s, string.format("%.3f", s / 3), arg[1])
