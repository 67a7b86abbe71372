import type { Country } from './personal-numbers.ts'

/** Banks by the code that stands in their accounts' numbers: those that most people have. */
const bankNamesByCountry: Record<Country, Record<string, string>> = {
  ES: {
    '0019': 'Deutsche Bank',
    '0049': 'Banco Santander',
    '0061': 'Banca March',
    '0073': 'Openbank',
    '0075': 'Banco Popular',
    '0081': 'Banco Sabadell',
    '0128': 'Bankinter',
    '0182': 'BBVA',
    '0186': 'Banco Mediolanum',
    '0239': 'Evo Banco',
    '1465': 'ING',
    '2080': 'Abanca',
    '2085': 'Ibercaja',
    '2095': 'Kutxabank',
    '2100': 'CaixaBank',
    '2103': 'Unicaja',
    '3025': 'Caja de Ingenieros',
    '3035': 'Laboral Kutxa',
    '3058': 'Cajamar',
  },
  PT: {
    '0007': 'Novo Banco',
    '0010': 'BPI',
    '0018': 'Santander Totta',
    '0023': 'ActivoBank',
    '0033': 'Millennium bcp',
    '0035': 'Caixa Geral de Depósitos',
    '0036': 'Montepio',
    '0045': 'Crédito Agrícola',
    '0193': 'Banco CTT',
    '0269': 'Bankinter',
  },
  MX: {
    '002': 'Citibanamex',
    '012': 'BBVA México',
    '014': 'Santander',
    '021': 'HSBC',
    '030': 'Banco del Bajío',
    '036': 'Inbursa',
    '044': 'Scotiabank',
    '058': 'Banregio',
    '062': 'Afirme',
    '072': 'Banorte',
    '127': 'Banco Azteca',
    '137': 'BanCoppel',
    '646': 'STP',
  },
}

const readBankCode = (number: string): readonly [Country, string] | undefined => {
  if (/^\d{18}$/.test(number)) return ['MX', number.slice(0, 3)]
  const country = number.slice(0, 2)
  return country === 'ES' || country === 'PT' ? [country, number.slice(4, 8)] : undefined
}

/** The bank of an account, whole number given; null where its code is none of those known here. */
export const findBankName = (number: string): string | null => {
  const [country, code] = readBankCode(number) ?? []
  return (country && code && bankNamesByCountry[country][code]) ?? null
}
