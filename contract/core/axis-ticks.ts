/** Round figures that enclose the values, four or five of them. */
export const calculateAxisTicks = (low: number, high: number): number[] => {
  const rough = (high - low || Math.abs(high) || 1) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 2.5, 5, 10].map((n) => n * power).find((n) => n >= rough) ?? rough
  const first = Math.floor(low / step) * step
  return Array.from({ length: Math.max(1, Math.ceil((high - first) / step)) + 1 }, (_, n) => first + n * step)
}
