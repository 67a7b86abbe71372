import { type IdentityKind, identityKinds } from '#contract/client-data/identity-kinds.ts'
import type { fundsSources } from '#contract/client-data.ts'
import type { clientChannels, clientKinds } from '#contract/clients.ts'
import { countryCodes } from '#contract/core/countries.ts'
import type { Idioma } from '#contract/core/values.ts'
import { toSearchText } from '#rules/search-text.ts'
import { FieldFaultError, parseWord } from '../mapped/parse-values.ts'

export const clientKindWords: Record<(typeof clientKinds)[number], readonly string[]> = {
  person: [
    'persona',
    'persona fisica',
    'fisica',
    'particular',
    'individual',
    'pessoa',
    'pessoa singular',
    'singular',
    'p',
    'f',
  ],
  company: [
    'empresa',
    'sociedad',
    'persona juridica',
    'juridica',
    'pessoa coletiva',
    'coletiva',
    'sociedade',
    'legal entity',
    'business',
    'e',
    'j',
  ],
}

const identityKindWords: Record<IdentityKind, readonly string[]> = {
  dni: ['nif espana', 'documento nacional de identidad'],
  nie: ['tie', 'nie/tie'],
  passport: ['pasaporte', 'passaporte', 'pas'],
  cc: ['cartao de cidadao', 'bi', 'bilhete de identidade'],
  ine: ['ife', 'credencial de elector'],
  nif: ['contribuinte', 'numero de contribuinte'],
  cif: ['nif de empresa'],
  nipc: ['nif de pessoa coletiva'],
  rfc: [],
  curp: [],
  other: ['otro', 'outro', 'otro documento'],
}

export const channelWords: Record<(typeof clientChannels)[number], readonly string[]> = {
  direct: ['directo', 'directa', 'direto'],
  partner: ['socio', 'colaborador', 'parceiro'],
  alliance: ['alianza', 'alianza estrategica', 'alianca'],
}

export const idiomaWords: Record<Idioma, readonly string[]> = {
  spanish: ['espanol', 'castellano', 'es', 'espanhol', 'es es'],
  english: ['ingles', 'en', 'en gb', 'en us'],
  portuguese: ['portugues', 'pt', 'pt pt'],
  mexican: ['espanol de mexico', 'mx', 'es mx', 'mexicano'],
}

const fundsWords: Record<(typeof fundsSources)[number], readonly string[]> = {
  salary: ['salario', 'nomina', 'sueldo', 'ordenado', 'trabajo'],
  business: [
    'negocio',
    'actividad empresarial',
    'empresa',
    'actividad profesional',
    'negocios',
    'atividade empresarial',
  ],
  savings: ['ahorro', 'ahorros', 'poupanca', 'poupancas'],
  pension: ['jubilacion', 'pension', 'pensao', 'reforma'],
  inheritance: ['herencia', 'heranca'],
  property_sale: ['venta de inmueble', 'venta de inmuebles', 'venta de vivienda', 'venda de imovel'],
  investments: ['inversiones', 'inversion', 'investimentos'],
  other: ['otro', 'otros', 'outro', 'outros'],
}

const riskWords = {
  1: ['bajo', 'baixo', 'low'],
  2: ['medio bajo', 'medio baixo', 'medium low'],
  3: ['medio', 'medium', 'moderado'],
  4: ['medio alto', 'medium high'],
  5: ['alto', 'high'],
} as const

export const yesWords = {
  yes: ['si', 's', 'sim', 'y', 'x', '1', 'true', 'verdadero'],
  no: ['n', 'nao', '0', 'false', 'falso', '-'],
} as const

export const parseFundsSource = (text: string) => parseWord(text, fundsWords)
export const parseRiskLevel = (text: string): number => Number(parseWord(text, riskWords))

/** A kind of document by its name; 'NIF' and 'CIF' are said of people and companies alike, so that one of them is tried as any. */
export const parseIdentityKind = (text: string): IdentityKind =>
  parseWord(
    text.replace(/\./g, ''),
    Object.fromEntries(identityKinds.map((kind) => [kind, identityKindWords[kind]])) as typeof identityKindWords,
  )

let namedCountries: ReadonlyMap<string, string> | undefined

/** The names of all countries in the languages of the product, and their codes of two letters. */
const getCountryNames = (): ReadonlyMap<string, string> => {
  if (namedCountries) return namedCountries
  const names = new Map<string, string>()
  for (const language of ['pt', 'en', 'es']) {
    const words = new Intl.DisplayNames([language], { type: 'region' })
    for (const code of countryCodes) names.set(toSearchText(words.of(code) ?? code), code)
  }
  for (const code of countryCodes) names.set(code.toLowerCase(), code)
  for (const [name, code] of commonNames) names.set(name, code)
  namedCountries = names
  return names
}

/** What people write beside the names, and what their citizens are called. */
const commonNames: readonly (readonly [string, string])[] = [
  ['esp', 'ES'],
  ['espanola', 'ES'],
  ['espanol', 'ES'],
  ['espanhola', 'ES'],
  ['prt', 'PT'],
  ['portuguesa', 'PT'],
  ['portugues', 'PT'],
  ['mex', 'MX'],
  ['mexicana', 'MX'],
  ['mexicano', 'MX'],
  ['eeuu', 'US'],
  ['usa', 'US'],
  ['reino unido', 'GB'],
  ['inglaterra', 'GB'],
]

/** Two letters of a country by its code or its name in Spanish, English or Portuguese. */
export const parseCountry = (text: string): string => {
  const code = getCountryNames().get(toSearchText(text.replace(/\./g, '')))
  if (code === undefined) throw new FieldFaultError('country')
  return code
}
