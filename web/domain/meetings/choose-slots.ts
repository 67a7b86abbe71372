export type Slot = { startsAt: string; endsAt: string }

/** So many days are offered at a glance, and so many times of each. */
const maxDays = 4
const maxOfDay = 4

/** Of the free times of each day some that are spread over it, the first among them. */
export const chooseSlots = (slots: readonly Slot[]): Slot[] => {
  const byDay = new Map<string, Slot[]>()
  for (const slot of slots) {
    const day = slot.startsAt.slice(0, 10)
    byDay.set(day, [...(byDay.get(day) ?? []), slot])
  }
  return [...byDay.values()].slice(0, maxDays).flatMap((ofDay) => {
    const distance = Math.max(1, Math.ceil(ofDay.length / maxOfDay))
    return ofDay.filter((_, place) => place % distance === 0)
  })
}
