import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  exportStudy,
  getStudyProducts,
  printStudy,
  projectStudy,
  type StudyVariant,
} from '#contract/product-studies.ts'
import { readPdf } from '#test/harness/read-pdf.ts'
import { readXlsx } from '#test/harness/read-xlsx.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
let t: Tenant
let banker: Awaited<ReturnType<Tenant['as']>>
let evasProductId: string
let aurasProductId: string
beforeAll(async () => {
  t = await createTestTenant('dino')
  banker = await t.as('banker')
  const product = async (some: { code: string; name: string; capitalised?: boolean; accrues?: boolean }) => {
    const values = { family: 'fixed_term' as const, dayCount: '30E/360' as const, termMonths: 24, minimum: '3000.00' }
    const rest = { ...values, payout: 'yearly' as const, capitalised: false, maximum: '500000.00', penaltyPoints: '1' }
    const { id } = await t.db
      .insertInto('product')
      .values({ ...rest, defaultInstruction: 'pay_out', earnsUntilPaid: false, onSale: true, ...some })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  evasProductId = await product({ code: 'EVAS-24', name: 'Evas 24 meses' })
  aurasProductId = await product({ code: 'AURAS-24', name: 'Auras 24 meses', capitalised: true })
  await product({ code: 'NOTHING', name: 'Sin intereses', accrues: false })
  const slab = (validFrom: string, termMonths: number, minAmount: string, rate: string) => ({
    productId: evasProductId,
    validFrom,
    termMonths,
    minAmount,
    rate,
  })
  await t.db
    .insertInto('productRate')
    .values([
      slab('2026-01-01', 0, '0.00', '3.000000'),
      slab('2026-01-01', 24, '0.00', '4.000000'),
      slab('2026-01-01', 24, '50000.00', '5.000000'),
      slab('2026-07-01', 0, '0.00', '6.000000'),
    ])
    .execute()
})
afterAll(() => t.drop())

const buildVariant = (some: Partial<StudyVariant> = {}): StudyVariant => ({
  productId: evasProductId,
  amount: '10000.00',
  months: 12,
  rate: null,
  extraRate: '0.000000',
  ...some,
})
const callProjectStudy = (variants: StudyVariant[], startsOn?: string) =>
  banker.call(projectStudy, { body: { ...(startsOn && { startsOn }), variants } })

describe('product studies', () => {
  test('offers products on sale that earn interest', async () => {
    const { products } = await banker.call(getStudyProducts, {})
    expect(products.map(({ name }) => name)).toEqual(['Auras 24 meses', 'Evas 24 meses'])
  })

  test('takes the rate by amount and term on the first day of the study', async () => {
    const { startsOn, variants } = await callProjectStudy([
      buildVariant(),
      buildVariant({ amount: '50000.00', months: 60 }),
    ])
    expect(startsOn).toBe('2026-06-15')
    expect(variants.map(({ projection }) => projection?.rate)).toEqual(['4.000000', '5.000000'])
    expect(variants.map(({ projection }) => projection?.totalEarned)).toEqual(['400.00', '12500.00'])
    const later = await callProjectStudy([buildVariant()], '2026-07-01')
    expect(later.variants[0]).toMatchObject({ proposedRate: '6.000000', projection: { totalEarned: '600.00' } })
  })

  test('replaces the rate on request and adds extra interest', async () => {
    const { variants } = await callProjectStudy([buildVariant({ rate: '2.500000', extraRate: '0.500000' })])
    expect(variants[0]).toMatchObject({
      proposedRate: '4.000000',
      projection: { rate: '2.500000', interest: '250.00', extraInterest: '50.00', finalAmount: '10300.00' },
    })
  })

  test('projects nothing for a product without a rate until one is given', async () => {
    const { variants } = await callProjectStudy([
      buildVariant({ productId: aurasProductId }),
      buildVariant({ productId: aurasProductId, rate: '10.000000', months: 24 }),
    ])
    expect(variants[0]).toMatchObject({ product: { name: 'Auras 24 meses' }, proposedRate: null, projection: null })
    expect(variants[1]!.projection).toMatchObject({ totalEarned: '2100.00', years: [{ closing: '11000.00' }, {}] })
  })

  test('names the product limit that an amount violates', async () => {
    const amounts = ['2999.99', '3000.00', '500000.01']
    const { variants } = await callProjectStudy(amounts.map((amount) => buildVariant({ amount })))
    expect(variants.map(({ outside }) => outside)).toEqual([
      { limit: 'minimum', amount: '3000.00' },
      null,
      { limit: 'maximum', amount: '500000.00' },
    ])
  })

  test('refuses a study of a product that is missing or never earns', async () => {
    const { id } = await t.db.selectFrom('product').where('code', '=', 'NOTHING').select('id').executeTakeFirstOrThrow()
    for (const productId of [id, '999999999'])
      await expect(callProjectStudy([buildVariant(), buildVariant({ productId })])).rejects.toMatchObject({
        status: 404,
      })
  })

  test.each([
    [{ amount: '0.00' }, 'variants.0.amount'],
    [{ amount: '-5.00' }, 'variants.0.amount'],
    [{ months: 0 }, 'variants.0.months'],
    [{ months: 481 }, 'variants.0.months'],
    [{ rate: '-1.000000' }, 'variants.0.rate'],
    [{ rate: '100.000000' }, 'variants.0.rate'],
    [{ extraRate: '1' }, 'variants.0.extraRate'],
  ] as const)('refuses %o in a study, naming the field', async (some, field) => {
    await expect(callProjectStudy([buildVariant(some)])).rejects.toMatchObject({
      status: 400,
      fields: { [field]: expect.anything() },
    })
  })

  test('takes three variants and refuses a fourth', async () => {
    expect((await callProjectStudy([buildVariant(), buildVariant(), buildVariant()])).variants).toHaveLength(3)
    await expect(callProjectStudy([1, 2, 3, 4].map(() => buildVariant()))).rejects.toMatchObject({ status: 400 })
  })
})

describe('exported study', () => {
  test('exports a row per year of each variant and audits it', async () => {
    const body = {
      startsOn: '2026-06-15',
      variants: [buildVariant({ months: 18 }), buildVariant({ rate: '1.000000' })],
    }
    const answer = await banker.send(exportStudy, { query: { format: 'xlsx' }, body })
    expect(answer.statusCode).toBe(200)
    const [sheet] = readXlsx(answer.rawPayload)
    expect(sheet!.rows.slice(1).map((row) => row[0]?.value)).toEqual(['1', '1', '2'])
    const audited = await t.owner.query(`select after from dino.audit_event where action = 'study.exported'`)
    expect(audited.rows).toMatchObject([{ after: { format: 'xlsx', rows: 3 } }])
  })

  test('exports the figures of the screen in the reader’s language', async () => {
    const body = { startsOn: '2026-06-15', variants: [buildVariant({ months: 18 })] }
    const { body: csv } = await banker.send(exportStudy, { query: { format: 'csv' }, body })
    const [head, ...years] = csv.replace('\ufeff', '').trim().split('\r\n')
    expect(head).toContain('Variante;Producto;Ingreso;TIN %')
    expect(years).toHaveLength(2)
    expect(years[0]).toContain('Evas 24 meses;10000,00;')
    expect(years[0]).toMatch(/;400,00;0,00;10000,00;400,00$/)
    expect(years[1]).toMatch(/;200,00;0,00;10000,00;600,00$/)
  })
})

describe('printed study', () => {
  test('prints the screen’s figures of three variants with their chart, in the reader’s language', async () => {
    const variants = [
      buildVariant({ months: 18 }),
      buildVariant({ rate: '1.000000', extraRate: '0.500000' }),
      buildVariant({ productId: aurasProductId }),
    ]
    const body = { startsOn: '2026-06-15', variants }
    const projectionAnswer = await banker.call(projectStudy, { body })
    const answer = await banker.send(printStudy, { body })
    expect(answer.headers['content-type']).toBe('application/pdf')
    const { pages, title, source } = readPdf(answer.rawPayload)
    expect(title).toBe('Estudio de productos')
    expect(source).toContain('/S /Figure')
    const all = pages.flat()
    const euros = (amount: string) => `${amount.replace('.', ',').replace(/\B(?=(\d{3})+,)/g, '.')}\u00a0€`
    for (const { projection } of projectionAnswer.variants.slice(0, 2)) {
      const { totalEarned, finalAmount, dailyInterest, years } = projection!
      const figures = [
        totalEarned,
        finalAmount,
        dailyInterest,
        ...years.flatMap(({ opening, closing }) => [opening, closing]),
      ]
      expect(all).toEqual(expect.arrayContaining(figures.map(euros)))
    }
    expect(projectionAnswer.variants[2]!.projection).toBeNull()
    expect(all.join(' ')).toContain('Sin TIN para este importe y plazo')
    const audited = await t.owner.query(`select after from dino.audit_event where action = 'study.printed'`)
    expect(audited.rows).toEqual([{ after: { variants: 3 } }])
  })
})
