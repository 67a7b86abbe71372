type CountdownParts = { days: number; hours: number; minutes: number; seconds: number }

/** Milliseconds as whole days, hours, minutes and seconds; null when nothing is left. */
export const splitCountdown = (left: number): CountdownParts | null => {
  const seconds = Math.ceil(left / 1000)
  if (seconds <= 0) return null
  return {
    days: Math.floor(seconds / 86_400),
    hours: Math.floor(seconds / 3600) % 24,
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
  }
}
