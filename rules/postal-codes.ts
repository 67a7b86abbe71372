import { toSearchText } from './search-text.ts'

/** Spain's provinces by the two digits with which their postal codes begin, as INE numbers them. */
export const spanishProvinces =
  'Álava|Albacete|Alicante|Almería|Ávila|Badajoz|Illes Balears|Barcelona|Burgos|Cáceres|Cádiz|Castellón|Ciudad Real|Córdoba|A Coruña|Cuenca|Girona|Granada|Guadalajara|Gipuzkoa|Huelva|Huesca|Jaén|León|Lleida|La Rioja|Lugo|Madrid|Málaga|Murcia|Navarra|Ourense|Asturias|Palencia|Las Palmas|Pontevedra|Salamanca|Santa Cruz de Tenerife|Cantabria|Segovia|Sevilla|Soria|Tarragona|Teruel|Toledo|Valencia|Valladolid|Bizkaia|Zamora|Zaragoza|Ceuta|Melilla'.split(
    '|',
  )

/** Other names in use, beside the official one. */
const otherNames: Record<string, readonly string[]> = {
  Álava: ['Araba'],
  Alicante: ['Alacant'],
  'Illes Balears': ['Baleares', 'Islas Baleares', 'Balears'],
  Castellón: ['Castelló', 'Castellón de la Plana'],
  'A Coruña': ['La Coruña', 'Coruña'],
  Girona: ['Gerona'],
  Gipuzkoa: ['Guipúzcoa'],
  Lleida: ['Lérida'],
  'La Rioja': ['Rioja'],
  Navarra: ['Nafarroa'],
  Ourense: ['Orense'],
  Asturias: ['Principado de Asturias'],
  'Las Palmas': ['Palmas', 'Las Palmas de Gran Canaria'],
  'Santa Cruz de Tenerife': ['Tenerife'],
  Bizkaia: ['Vizcaya'],
}

/** The names in 'Castellón/Castelló', 'Coruña, A' or 'Sta. Cruz de Tenerife', each by its words in one order. */
const listPlainNames = (name: string): string[] =>
  name.split('/').map((part) =>
    toSearchText(part)
      .split(/[^a-z]+/)
      .filter(Boolean)
      .map((word) => (word === 'sta' ? 'santa' : word))
      .sort()
      .join(' '),
  )

/** The province of a Spanish postal code; undefined for none that there is. */
export const findSpanishProvince = (postalCode: string): string | undefined =>
  /^\d{5}$/.test(postalCode) ? spanishProvinces[Number(postalCode.slice(0, 2)) - 1] : undefined

/** Whether a province as people write it is the one of that postal code. */
export const isProvinceOf = (postalCode: string, province: string): boolean => {
  const name = findSpanishProvince(postalCode)
  if (name === undefined) return false
  const known = new Set([name, ...(otherNames[name] ?? [])].flatMap(listPlainNames))
  return listPlainNames(province).some((typed) => known.has(typed))
}

/** A postal code as the country writes it, of countries whose form is known; elsewhere as it was typed. Undefined for none. */
export const parsePostalCode = (typed: string, country: string): string | undefined => {
  const text = typed.trim().toUpperCase()
  const digits = text.replace(/[\s-]/g, '')
  if (country === 'ES') return findSpanishProvince(digits) === undefined ? undefined : digits
  if (country === 'PT') return /^[1-9]\d{6}$/.test(digits) ? `${digits.slice(0, 4)}-${digits.slice(4)}` : undefined
  if (country === 'MX') return /^\d{5}$/.test(digits) && digits >= '01000' ? digits : undefined
  return /^[\p{L}\p{N}][\p{L}\p{N} -]{0,18}$/u.test(text) ? text : undefined
}
