import { formatScaledDecimal } from './cents.ts'

/** A part in per cent of a whole with one decimal, half away from nothing; null of nothing, or of less. */
export const calculatePercent = (part: bigint, whole: bigint): string | null => {
  if (whole <= 0n) return null
  const size = ((part < 0n ? -part : part) * 2000n + whole) / (2n * whole)
  return formatScaledDecimal(part < 0n ? -size : size, 1)
}
