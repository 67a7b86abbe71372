/** '16:30' of what people type: '16.30', '1630', '9:05'. Undefined for no time of the day. */
export const parseTimeOfDay = (typed: string): string | undefined => {
  const parts = /^(\d{1,2})[:.h]?(\d{2})$/.exec(typed.trim())
  if (!parts) return undefined
  const hours = Number(parts[1])
  const minutes = Number(parts[2])
  return hours < 24 && minutes < 60
    ? `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
    : undefined
}
