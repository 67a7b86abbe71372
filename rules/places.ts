import { spanishProvinces } from './postal-codes.ts'

/** A part of a country, by the code that the database gives it and the name that it has there. */
export type Place = { code: string; name: string }

const districts =
  '01 Aveiro|02 Beja|03 Braga|04 Bragança|05 Castelo Branco|06 Coimbra|07 Évora|08 Faro|09 Guarda|10 Leiria|11 Lisboa|12 Portalegre|13 Porto|14 Santarém|15 Setúbal|16 Viana do Castelo|17 Vila Real|18 Viseu|20 Açores|30 Madeira'
const states =
  'AGU Aguascalientes|BCN Baja California|BCS Baja California Sur|CAM Campeche|CHP Chiapas|CHH Chihuahua|CMX Ciudad de México|COA Coahuila|COL Colima|DUR Durango|MEX Estado de México|GUA Guanajuato|GRO Guerrero|HID Hidalgo|JAL Jalisco|MIC Michoacán|MOR Morelos|NAY Nayarit|NLE Nuevo León|OAX Oaxaca|PUE Puebla|QUE Querétaro|ROO Quintana Roo|SLP San Luis Potosí|SIN Sinaloa|SON Sonora|TAB Tabasco|TAM Tamaulipas|TLA Tlaxcala|VER Veracruz|YUC Yucatán|ZAC Zacatecas'

const parsePlaces = (country: string, list: string): Place[] =>
  list.split('|').map((entry) => {
    const at = entry.indexOf(' ')
    return { code: `${country}-${entry.slice(0, at)}`, name: entry.slice(at + 1) }
  })

/** The countries that are drawn, in the order of their tabs. */
export const mappedCountries = ['ES', 'PT', 'MX'] as const
export type MappedCountry = (typeof mappedCountries)[number]

/** Provinces by their number at INE, districts and states by ISO 3166. */
export const placesByCountry: Record<MappedCountry, readonly Place[]> = {
  ES: spanishProvinces.map((name, at) => ({ code: `ES-${String(at + 1).padStart(2, '0')}`, name })),
  PT: parsePlaces('PT', districts),
  MX: parsePlaces('MX', states),
}

/** Of a client who is others' to see: in no country. */
export const hiddenPlace = 'ZZ-00'

const nameOf = new Map(
  Object.values(placesByCountry)
    .flat()
    .map(({ code, name }) => [code, name]),
)

export const getPlaceCountry = (place: string): string => place.slice(0, 2)

/** Its name; undefined where only the country is known. */
export const findPlaceName = (place: string): string | undefined => nameOf.get(place)
