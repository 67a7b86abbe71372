type Box = { left: number; top: number; width: number; height: number }
type PlaceBox = { place: string; box: Box }

const directions: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

const findCentre = ({ left, top, width, height }: Box): [number, number] => [left + width / 2, top + height / 2]

/** The nearest place in the direction of an arrow key: what lies straight ahead comes before what is nearer and aside. Undefined without any, and for other keys. */
export const findNextPlace = (places: readonly PlaceBox[], from: string, key: string): string | undefined => {
  const direction = directions[key]
  const start = places.find(({ place }) => place === from)
  if (!direction || !start) return undefined
  const [x, y] = findCentre(start.box)
  const reached = places.flatMap(({ place, box }) => {
    const [otherX, otherY] = findCentre(box)
    const ahead = (otherX - x) * direction[0] + (otherY - y) * direction[1]
    const aside = Math.abs((otherX - x) * direction[1] + (otherY - y) * direction[0])
    return ahead > 0.5 && aside <= 2 * ahead ? [{ place, distance: ahead + 2 * aside }] : []
  })
  return reached.sort((one, other) => one.distance - other.distance)[0]?.place
}
