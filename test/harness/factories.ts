import { type Kysely, sql } from 'kysely'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { Prefix } from '#contract/core/values.ts'
import type {
  AccountState,
  ClientKind,
  DayCount,
  DB,
  MovementKind,
  PayoutPeriod,
  ProductFamily,
  StaffPosition,
  StaffRole,
} from '#db/types.ts'
import { ledgers } from '#rules/ledgers.ts'
import { buildSearchRow } from '#rules/search-text.ts'

let counter = 0
const nextNumber = (): number => ++counter
const getFirst = <T>(rows: T[]): T => rows[0]!

export type CreatedPerson = { id: string; cvl: string }

const ledgerByMovementKind: Record<MovementKind, number> = {
  contribution: ledgers.bank,
  withdrawal: ledgers.bank,
  transfer: ledgers.bank,
  interest: ledgers.interestExpense,
  bonus: ledgers.interestExpense,
  withholding: ledgers.taxPayable,
  maturity: ledgers.payable,
  cancellation: ledgers.payable,
  penalty: ledgers.penaltyIncome,
  fee: ledgers.feeIncome,
  adjustment: ledgers.opening,
}

const operableClientFields = {
  kycStatus: 'approved',
  addressStatus: 'approved',
  lopdStatus: 'signed',
  dniPermanent: true,
} as const

/** Records for tests, through the prefix's own role and the same functions as the product. Everything has a sensible default. */
export const createFactories = (db: Kysely<DB>, prefix: Prefix) => {
  const letter = tenantFacts[prefix].cvlLetter
  const cvl = async () => getFirst((await sql<{ cvl: string }>`select next_cvl(${letter}) as cvl`.execute(db)).rows).cvl

  const zone = (name = `Zone ${nextNumber()}`) =>
    db.insertInto('zone').values({ name }).returning('id').executeTakeFirstOrThrow()
  const office = async (zoneId?: string) =>
    db
      .insertInto('office')
      .values({ name: `Office ${nextNumber()}`, zoneId: zoneId ?? (await zone()).id })
      .returning(['id', 'zoneId'])
      .executeTakeFirstOrThrow()

  const employee = async (
    given: { name?: string; position?: StaffPosition; supervisorId?: string; officeId?: string } = {},
  ): Promise<CreatedPerson & { officeId: string }> =>
    db
      .insertInto('employee')
      .values({
        cvl: await cvl(),
        name: given.name ?? `Employee ${nextNumber()}`,
        position: given.position ?? 'manager',
        supervisorId: given.supervisorId ?? null,
        officeId: given.officeId ?? (await office()).id,
      })
      .returning(['id', 'cvl', 'officeId'])
      .executeTakeFirstOrThrow()

  const refresh = (...ids: string[]) => sql`select refresh_client_list(${ids}::bigint[])`.execute(db)

  const client = async (
    given: Partial<{
      name: string
      surname: string
      email: string
      phone: string
      identityNumber: string
      country: string
      postalCode: string
      kind: ClientKind
      zoneId: string
      staff: Partial<Record<StaffRole, string>>
      bankAccounts: string[]
      /** Everything is checked and signed: nothing keeps them from operating. */
      checked: boolean
    }> = {},
  ): Promise<CreatedPerson> => {
    const { staff = {}, bankAccounts = [], zoneId, checked = false, ...fields } = given
    const values = {
      cvl: await cvl(),
      name: 'Ana',
      surname: `Prueba ${nextNumber()}`,
      country: 'ES',
      registeredOn: '2024-01-15',
      zoneId: zoneId ?? (await zone()).id,
      ...fields,
    }
    const made = await db
      .insertInto('client')
      .values({ ...values, ...(checked && operableClientFields) })
      .returning(['id', 'cvl'])
      .executeTakeFirstOrThrow()
    await db
      .insertInto('clientSearch')
      .values({ clientId: made.id, ...buildSearchRow({ ...values, bankAccounts }) })
      .execute()
    for (const number of bankAccounts)
      await db
        .insertInto('clientBankAccount')
        .values({ clientId: made.id, number, knownSince: '2024-01-15T09:00:00Z' })
        .execute()
    for (const [role, employeeId] of Object.entries(staff))
      await db
        .insertInto('clientStaff')
        .values({ clientId: made.id, employeeId, role: role as StaffRole, validFrom: '2024-01-15' })
        .execute()
    await refresh(made.id)
    return made
  }

  const product = (
    given: {
      family?: ProductFamily
      mayBeNegative?: boolean
      dayCount?: DayCount
      payout?: PayoutPeriod
      accrues?: boolean
      capitalised?: boolean
    } = {},
  ) =>
    db
      .insertInto('product')
      .values({
        code: `P${nextNumber()}`,
        name: `Product ${nextNumber()}`,
        family: given.family ?? 'fixed_term',
        mayBeNegative: given.mayBeNegative ?? false,
        dayCount: given.dayCount ?? 'ACT/365F',
        payout: given.payout ?? 'at_maturity',
        accrues: given.accrues ?? true,
        capitalised: given.capitalised ?? false,
      })
      .returning('id')
      .executeTakeFirstOrThrow()

  const account = async (
    given: Partial<{
      clientId: string
      productId: string
      officeId: string
      holders: string[]
      rate: string
      bonusRate: string
      /** Null of a draft, or of what waits for its money. */
      openedOn: string | null
      expiresOn: string
      status: AccountState
      agreedAmount: string
    }> = {},
  ): Promise<{ id: string; clientId: string }> => {
    const { rate = '0', bonusRate = '0', openedOn = '2024-02-01', expiresOn = null, agreedAmount = null } = given
    const where = await (given.officeId
      ? db.selectFrom('office').where('id', '=', given.officeId).select(['id', 'zoneId']).executeTakeFirstOrThrow()
      : office())
    const clientId = given.clientId ?? (await client()).id
    const made = await db
      .insertInto('account')
      .values({
        number: `ACC-${nextNumber()}-${Date.now()}`,
        productId: given.productId ?? (await product()).id,
        clientId,
        status: given.status ?? 'active',
        rate,
        bonusRate,
        openedOn,
        expiresOn,
        agreedAmount,
        officeId: where.id,
        zoneId: where.zoneId,
      })
      .returning(['id', 'clientId'])
      .executeTakeFirstOrThrow()
    const others = given.holders ?? []
    const share = (100 / (others.length + 1)).toFixed(4)
    await db
      .insertInto('accountHolder')
      .values([
        { accountId: made.id, clientId, role: 'primary', share },
        ...others.map((other) => ({ accountId: made.id, clientId: other, role: 'holder' as const, share })),
      ])
      .execute()
    await refresh(clientId, ...others)
    return made
  }

  /** Posts one movement; the amount as the client sees it, money in positive. */
  const movement = async (
    accountId: string,
    amount: string,
    kind: MovementKind = 'contribution',
    bookingDate = '2024-03-01',
    key = `test:movement:${nextNumber()}`,
  ) =>
    getFirst(
      (
        await sql<{ journalId: string; replayed: boolean }>`
          select * from post_journal(${kind}, ${bookingDate}, ${bookingDate}, array[${ledgers.capital}, ${ledgerByMovementKind[kind]}]::smallint[],
            array[${accountId}, ${ledgerByMovementKind[kind] === ledgers.payable ? accountId : null}]::bigint[], array[-${amount}::numeric, ${amount}::numeric], ${key}, ${`${accountId} ${amount}`}, 'test')
        `.execute(db)
      ).rows,
    )

  return { cvl, zone, office, employee, client, product, account, movement, refresh }
}
