import type { PresentationDetail, PresentationDraft, PresentationPart } from '#contract/presentations.ts'
import type { StudyProduct } from '#contract/product-studies.ts'
import type { Formatters } from '#web/core/format.ts'
import { parseMonths, parseRate, trimTrailingZeros } from '#web/domain/parse-figures.ts'
import { parseMoney } from '#web/ui/form/typed-money.ts'

/** An account of the proposal, as it is typed. */
export type AccountFormValues = { productId: string; amount: string; months: string; rate: string; extraRate: string }
export type PresentationFormValues = {
  title: string
  message: string
  startsOn: string
  parts: PresentationPart[]
  accounts: AccountFormValues[]
}

/** A rate as it is typed; nothing is the tariff's. */
const formatTypedRate = (rate: string | null, format: Formatters): string =>
  rate === null ? '' : format.decimal(trimTrailingZeros(rate))

/** For the term of the product, or twelve months. */
export const buildEmptyAccount = (product: StudyProduct | undefined): AccountFormValues => ({
  productId: product?.id ?? '',
  amount: '',
  months: String(product?.termMonths ?? 12),
  rate: '',
  extraRate: '0',
})

/** Dates and amounts as the person writes them. */
export const toPresentationValues = (
  { title, message, startsOn, parts, accounts }: PresentationDetail,
  format: Formatters,
): PresentationFormValues => ({
  title,
  message,
  startsOn: startsOn ? format.date(startsOn) : '',
  parts: [...parts],
  accounts: accounts.map(({ productId, amount, months, rate, extraRate }) => ({
    productId,
    amount: format.money(amount, { withoutCurrency: true, euros: true }),
    months: String(months),
    rate: formatTypedRate(rate, format),
    extraRate: formatTypedRate(extraRate, format),
  })),
})

type TypedAccount = PresentationDraft['accounts'][number]

/** An account as the server takes it; undefined while something of it is missing or wrong. */
export const parseAccount = (typed: AccountFormValues): TypedAccount | undefined => {
  const amount = parseMoney(typed.amount)
  const months = parseMonths(typed.months)
  const rate = typed.rate.trim() === '' ? null : parseRate(typed.rate)
  const extraRate = typed.extraRate.trim() === '' ? '0.000000' : parseRate(typed.extraRate)
  if (!typed.productId || !amount || months === undefined || rate === undefined || extraRate === undefined)
    return undefined
  return { productId: typed.productId, amount, months, rate, extraRate }
}

/** What was typed as the server takes it. The order of the parts is that of the record. */
export const toPresentationDraft = (
  { title, message, startsOn, parts, accounts }: PresentationFormValues,
  order: readonly PresentationPart[],
  dayOf: (typed: string) => string | undefined,
): PresentationDraft => ({
  title: title.trim(),
  message,
  startsOn: dayOf(startsOn) ?? null,
  parts: order.filter((part) => parts.includes(part)),
  accounts: accounts.flatMap((account) => parseAccount(account) ?? []),
})
