import type {
  DayCount,
  EarlyWithdrawal,
  MaturityInstruction,
  PayoutPeriod,
  ProductFamily,
  ProductLine,
} from '#db/types.ts'
import { toCivilDate } from '#rules/calendar.ts'
import { formatCopyRow } from './copy.ts'
import type { SeedFirm } from './firm.ts'

export type SeedProduct = {
  code: string
  names: { ES: string; PT: string; MX: string }
  family: ProductFamily
  line: ProductLine | null
  basis: DayCount
  payout: PayoutPeriod
  capitalised: boolean
  accrues: boolean
  minimum: number
  maximum: number | null
  /** Months; null = open-ended. */
  term: number | null
  /** Points of interest that leaving early costs. */
  penalty: number
  /** Points above what money costs in the year of opening. */
  spread: number
  /** Share of the accounts of ordinary clients, and of those who came through an alliance. */
  share: number
  allianceShare: number
}

const buildFixedTermProduct = (
  line: ProductLine,
  name: string,
  term: number,
  rest: Partial<SeedProduct> & { share: number; spread: number },
): SeedProduct => ({
  code: `${line.toUpperCase()}-${term}`,
  names: { ES: `${name} ${term} meses`, PT: `${name} ${term} meses`, MX: `${name} ${term} meses` },
  family: 'fixed_term',
  line,
  term,
  basis: 'ACT/365F',
  payout: 'at_maturity',
  capitalised: false,
  accrues: true,
  minimum: 3000,
  maximum: 1_000_000,
  penalty: 1,
  allianceShare: rest.share / 2.2,
  ...rest,
})

const buildOpenEndedProduct = (
  code: string,
  names: SeedProduct['names'],
  family: ProductFamily,
  rest: Partial<SeedProduct> & { share: number; allianceShare: number },
): SeedProduct => ({
  code,
  names,
  family,
  line: null,
  term: null,
  basis: 'ACT/365F',
  payout: 'yearly',
  capitalised: true,
  accrues: true,
  minimum: 0,
  maximum: null,
  penalty: 0,
  spread: 0,
  ...rest,
})

const repeatName = (name: string) => ({ ES: name, PT: name, MX: name })

export const seedProducts: readonly SeedProduct[] = [
  buildFixedTermProduct('evas', 'Evas', 6, { share: 0.06, spread: 0.2 }),
  buildFixedTermProduct('evas', 'Evas', 12, { share: 0.1, spread: 0.4 }),
  buildFixedTermProduct('evas', 'Evas', 18, { share: 0.06, spread: 0.6 }),
  buildFixedTermProduct('auras', 'Auras', 12, {
    share: 0.06,
    spread: 0.5,
    basis: 'ACT/360',
    payout: 'quarterly',
    minimum: 10_000,
  }),
  buildFixedTermProduct('auras', 'Auras', 24, {
    share: 0.06,
    spread: 0.8,
    basis: 'ACT/360',
    payout: 'quarterly',
    minimum: 10_000,
  }),
  buildFixedTermProduct('auras', 'Auras', 36, {
    share: 0.03,
    spread: 1.1,
    basis: 'ACT/360',
    payout: 'half_yearly',
    minimum: 10_000,
  }),
  buildFixedTermProduct('antares', 'Antares', 24, {
    share: 0.04,
    spread: 0.8,
    basis: '30E/360',
    payout: 'yearly',
    capitalised: true,
    penalty: 1.5,
  }),
  buildFixedTermProduct('antares', 'Antares', 36, {
    share: 0.05,
    spread: 1.2,
    basis: '30E/360',
    payout: 'yearly',
    capitalised: true,
    penalty: 1.5,
  }),
  buildFixedTermProduct('antares', 'Antares', 60, {
    share: 0.03,
    spread: 1.5,
    basis: '30E/360',
    payout: 'yearly',
    capitalised: true,
    penalty: 2,
  }),
  buildOpenEndedProduct('SMART', repeatName('Smart'), 'smart', {
    line: 'smart',
    share: 0.26,
    allianceShare: 0.15,
    basis: 'ACT/ACT ISDA',
    spread: 0.1,
    minimum: 25,
  }),
  buildOpenEndedProduct('SMART-PLUS', repeatName('Smart Plus'), 'smart', {
    line: 'smart',
    share: 0.08,
    allianceShare: 0.05,
    payout: 'half_yearly',
    spread: 0.4,
    minimum: 100,
  }),
  buildOpenEndedProduct(
    'ALIANZA-36',
    { ES: 'Alianza 36 meses', PT: 'Aliança 36 meses', MX: 'Alianza 36 meses' },
    'alliance',
    {
      share: 0.02,
      allianceShare: 0.5,
      term: 36,
      payout: 'yearly',
      spread: 0.7,
      minimum: 1000,
      penalty: 1,
    },
  ),
  buildOpenEndedProduct(
    'SEGURO-10',
    { ES: 'Seguro de ahorro 10 años', PT: 'Seguro de poupança 10 anos', MX: 'Seguro de ahorro 10 años' },
    'insurance',
    {
      share: 0.06,
      allianceShare: 0.04,
      term: 120,
      basis: '30E/360',
      spread: 0.3,
      minimum: 30,
    },
  ),
  buildOpenEndedProduct(
    'TICKET-REST',
    { ES: 'Ticket Restaurante', PT: 'Cartão refeição', MX: 'Vales de restaurante' },
    'ticket_restaurant',
    {
      share: 0.05,
      allianceShare: 0.04,
      accrues: false,
      capitalised: false,
      payout: 'at_maturity',
    },
  ),
]

export const payoutMonths: Record<PayoutPeriod, number> = {
  monthly: 1,
  quarterly: 3,
  half_yearly: 6,
  yearly: 12,
  at_maturity: 0,
}

/** What money costs in a year, per cent: the low years, the turn of 2022, and since. The last year stands for those after it. */
const euroRatesByYear: Record<number, number> = {
  2016: 0.6,
  2017: 0.5,
  2018: 0.5,
  2019: 0.4,
  2020: 0.3,
  2021: 0.25,
  2022: 0.9,
  2023: 2.8,
  2024: 3.1,
  2025: 2.6,
  2026: 2.5,
}
const pesoRatesByYear: Record<number, number> = {
  2016: 4.2,
  2017: 6.7,
  2018: 7.6,
  2019: 7.7,
  2020: 5.3,
  2021: 4.4,
  2022: 7.7,
  2023: 11,
  2024: 10.6,
  2025: 8.1,
  2026: 7.0,
}
const rateYears = Object.keys(euroRatesByYear).map(Number)
const toRateYear = (year: number): number => Math.min(Math.max(year, rateYears[0]!), rateYears.at(-1)!)

/** The rate of an account opened in a year with so much money, in millionths of a per cent, in steps of 0.05. */
export const calculateRate = (firm: SeedFirm, product: SeedProduct, year: number, euros: number): number => {
  if (!product.accrues) return 0
  const base = (firm.code === 'MX' ? pesoRatesByYear : euroRatesByYear)[toRateYear(year)]!
  const slab = euros >= 100_000 ? 0.2 : euros >= 50_000 ? 0.1 : 0
  return Math.round((base + product.spread + slab) * 20) * 50_000
}

export const productColumns =
  'id, code, name, family, line, day_count, payout, capitalised, accrues, minimum, maximum, term_months, penalty_points, default_instruction, early_withdrawal, additions'

const getDefaultInstruction = (product: SeedProduct): MaturityInstruction =>
  product.line === 'evas' ? 'renew_principal' : 'pay_out'

/** One product of each kind: most terms are left whole, the long ones in parts too. */
const getEarlyWithdrawal = ({ term, penalty, line }: SeedProduct): EarlyWithdrawal => {
  if (term === null || penalty === 0) return 'free'
  return line === 'antares' ? 'part_with_penalty' : 'none'
}

/** Rows of a COPY, named as the firm's country names them. */
export const buildProductRows = (firm: SeedFirm): string[] =>
  seedProducts.map((p, n) =>
    formatCopyRow([
      firm.first.product + n,
      p.code,
      p.names[firm.code],
      p.family,
      p.line,
      p.basis,
      p.payout,
      p.capitalised,
      p.accrues,
      p.minimum,
      p.maximum,
      p.term,
      p.penalty,
      getDefaultInstruction(p),
      getEarlyWithdrawal(p),
      p.family === 'fixed_term' || p.family === 'alliance' ? 'none' : 'always',
    ]),
  )

export const rateColumns = 'product_id, valid_from, min_amount, rate'
const slabMinimums = [0, 50_000, 100_000]

/** A tariff of each product for every year: what the accounts opened in it have. */
export const buildRateRows = (firm: SeedFirm): string[] =>
  seedProducts.flatMap((product, n) =>
    rateYears
      .filter((year) => product.accrues && year <= toCivilDate(firm.today).year)
      .flatMap((year) =>
        slabMinimums.map((euros) =>
          formatCopyRow([
            firm.first.product + n,
            `${year}-01-01`,
            euros,
            (calculateRate(firm, product, year, euros) / 1e6).toFixed(6),
          ]),
        ),
      ),
  )
