import type { PlaceLine, PlaceSums } from '#contract/place-figures.ts'
import { findPlaceName, getPlaceCountry, type MappedCountry, mappedCountries } from '#rules/places.ts'
import { addLines, type PlaceMeasure, toUnits } from './place-measures.ts'

/** Those of the countries that are drawn where anybody lives, in the order of their tabs. */
export const listMappedCountries = (places: readonly PlaceLine[]): MappedCountry[] =>
  mappedCountries.filter((country) => places.some(({ place }) => getPlaceCountry(place) === country))

/** The country that a screen opens with: that of most clients. */
export const findMainCountry = (places: readonly PlaceLine[]): MappedCountry | null => {
  const countClients = (country: string): number =>
    places.reduce((sum, { place, clients }) => (getPlaceCountry(place) === country ? sum + clients : sum), 0)
  const known = listMappedCountries(places)
  return known.toSorted((one, other) => countClients(other) - countClients(one))[0] ?? null
}

const compareBy =
  (measure: PlaceMeasure) =>
  (one: PlaceSums, other: PlaceSums): number => {
    const difference = toUnits(other, measure) - toUnits(one, measure)
    return difference === 0n ? 0 : difference > 0n ? 1 : -1
  }

export type PlaceTableLines = {
  /** The parts of the country in sight, the greatest first; where nothing more is known at the end. */
  own: readonly PlaceLine[]
  ownSum: PlaceSums | null
  /** The other countries, each as one. */
  others: readonly (PlaceSums & { country: string })[]
}

/** All places in the table of one country; without one, countries alone. They add up to all. */
export const arrangePlaces = (
  places: readonly PlaceLine[],
  country: MappedCountry | null,
  measure: PlaceMeasure,
): PlaceTableLines => {
  const own = places.filter(({ place }) => getPlaceCountry(place) === country)
  const isKnown = ({ place }: PlaceLine): boolean => findPlaceName(place) !== undefined
  const others = [...new Set(places.map(({ place }) => getPlaceCountry(place)))]
    .filter((other) => other !== country)
    .map((other) => ({
      country: other,
      ...addLines(places.filter(({ place }) => getPlaceCountry(place) === other)),
    }))
  return {
    own: [...own.filter(isKnown).sort(compareBy(measure)), ...own.filter((line) => !isKnown(line))],
    ownSum: own.length > 0 ? addLines(own) : null,
    others: others.sort(compareBy(measure)),
  }
}
