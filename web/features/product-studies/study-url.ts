import {
  maxStudyMonths,
  maxStudyVariants,
  type ProductStudy,
  type StudyProduct,
  type StudyVariant,
} from '#contract/product-studies.ts'

const variantPattern =
  /^(?<productId>\d{1,18})_(?<amount>\d{1,12}\.\d{2})_(?<months>\d{1,3})_(?<rate>(\d{1,2}\.\d{1,6})?)_(?<extraRate>\d{1,2}\.\d{1,6})$/

const parseVariant = (text: string): StudyVariant | undefined => {
  const { productId, amount, months, rate, extraRate } = variantPattern.exec(text)?.groups ?? {}
  const known = productId && amount && extraRate && /[1-9]/.test(amount) && Number(months) >= 1
  if (!known || Number(months) > maxStudyMonths) return undefined
  return { productId, amount, months: Number(months), rate: rate || null, extraRate }
}

/** The study that an address holds: its day as `desde`, each variant as a `v`. What can't be read is left out; null where none can. */
export const parseStudy = (address: URLSearchParams): ProductStudy | null => {
  const variants = address
    .getAll('v')
    .flatMap((text) => parseVariant(text) ?? [])
    .slice(0, maxStudyVariants)
  const day = /^(199\d|20\d\d)-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.exec(address.get('desde') ?? '')?.[0]
  return variants.length === 0 ? null : { ...(day && { startsOn: day }), variants }
}

/** Each variant in one parameter, its parts with '_' between them. */
export const toStudySearchParams = ({ startsOn, variants }: ProductStudy): URLSearchParams => {
  const address = new URLSearchParams(startsOn && { desde: startsOn })
  for (const { productId, amount, months, rate, extraRate } of variants)
    address.append('v', [productId, amount, months, rate ?? '', extraRate].join('_'))
  return address
}

/** What a study begins with: some money, for as long as the product lasts. */
export const buildDefaultVariant = ({ id, termMonths }: StudyProduct): StudyVariant => ({
  productId: id,
  amount: '10000.00',
  months: termMonths ?? 60,
  rate: null,
  extraRate: '0.000000',
})
