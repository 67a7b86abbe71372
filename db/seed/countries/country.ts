import { createWeightedDraw, type WeightedDraw } from '../random.ts'

/** A city with what has to fit together: province, zone of the firm, postcodes, and the letters or digits that its numbers carry. */
export type SeedPlace = {
  city: string
  province: string
  zone: string
  /** A postcode of the city for a number in [0, 1). */
  postcode: (at: number) => string
  /** Start of a landline number; in Mexico of every number. */
  dialling: string
  /** Mexico: the state's letters in a CURP. */
  state: string
  /** Mexico: the city's digits in a CLABE. */
  bankCity: string
}

/** What the seed knows of a country. Weights are how common a thing is, in thousands where the source counts people. */
export type SeedCountry = {
  drawFemaleName: WeightedDraw<string>
  drawMaleName: WeightedDraw<string>
  drawSurname: WeightedDraw<string>
  drawPlace: WeightedDraw<SeedPlace>
  places: readonly SeedPlace[]
  zones: readonly string[]
  /** How much of the country lives in each zone. */
  zoneWeights: readonly number[]
  streetNames: readonly string[]
  /** What a company does, and how its name ends. */
  companyTrades: readonly string[]
  drawCompanySuffix: WeightedDraw<string>
  drawBank: WeightedDraw<string>
  /** Where its foreign residents come from. */
  drawForeignCountry: WeightedDraw<string>
}

/** 'García 1449, González 925': names with their weights. */
export const parseFrequencies = (list: string): WeightedDraw<string> =>
  createWeightedDraw(
    list
      .trim()
      .split(/,\s*/)
      .map((entry) => {
        const at = entry.lastIndexOf(' ')
        return [entry.slice(0, at), Number(entry.slice(at + 1))] as const
      }),
  )

/** One place a line: weight|city|province|zone|first postcode-last postcode|dialling|state|bank city. */
export const parsePlaces = (
  lines: string,
  postcode: (first: number, last: number, at: number) => string,
): Pick<SeedCountry, 'drawPlace' | 'places' | 'zones' | 'zoneWeights'> => {
  const choices = lines
    .trim()
    .split('\n')
    .map((line) => {
      const [weight, city, province, zone, postcodes, dialling = '', state = '', bankCity = ''] = line
        .trim()
        .split('|') as [string, string, string, string, string, string?, string?, string?]
      const [first, last] = postcodes.split('-').map(Number) as [number, number]
      const place: SeedPlace = {
        city,
        province,
        zone,
        postcode: (at) => postcode(first, last, at),
        dialling,
        state,
        bankCity,
      }
      return [place, Number(weight)] as const
    })
  const places = choices.map(([place]) => place)
  const zones = [...new Set(places.map(({ zone }) => zone))]
  const weightOf = (zone: string) =>
    choices.reduce((sum, [place, weight]) => sum + (place.zone === zone ? weight : 0), 0)
  return { drawPlace: createWeightedDraw(choices), places, zones, zoneWeights: zones.map(weightOf) }
}
