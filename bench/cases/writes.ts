import { randomUUID } from 'node:crypto'
import { type Bench, benchPrefix } from '#bench/home.ts'
import { buildEndpointUrl, sendPost } from '#bench/http.ts'
import { connectClients } from '#bench/limit.ts'
import { type MeasuredWork, measureAlternately, measureSequentially } from '#bench/measure.ts'
import { signInAs, signInMany } from '#bench/people.ts'
import type { BenchResult, ResultSection } from '#bench/result.ts'
import { settleDatabase } from '#bench/settle-database.ts'
import { addContribution } from '#contract/contributions.ts'
import { idempotencyKeyHeader } from '#contract/core/endpoint.ts'
import { createEmployee } from '#contract/staff.ts'
import { getBusinessDate } from '#server/core/clock.ts'
import type { CaseTools } from './case.ts'
import { createPostingWork } from './posting.ts'

const callerCount = 16
const candidateCount = 400
const employeeTurns = 150
/** So many members of staff there are, at least, when it is measured again. */
const largeStaff = 6000

type Place = { client: string; account: string }

const buildContribution = ({ server }: CaseTools) => {
  const valueDate = getBusinessDate(benchPrefix, Date.now)
  return ({ client, account }: Place, token: string) =>
    sendPost(
      buildEndpointUrl(server.url, addContribution, {}, { clientId: client, accountId: account }),
      token,
      { amount: '1.00', valueDate, reference: 'Bench' },
      { [idempotencyKeyHeader]: randomUUID() },
    )
}

/** Accounts that take money: each of those spread over the firm is asked once. */
const findPlaces = async (tools: CaseTools, token: string): Promise<Place[]> => {
  const { rows } = await tools.bench.owner.query<Place>(
    `select a.client_id as client, a.id as account
       from account a join account_terms t on t.account_id = a.id
      where a.status = 'active' and t.additions = 'always' and a.bonus_rate = 0 and (a.expires_on is null or a.expires_on > current_date + 1)
      order by hashint8(a.id) limit ${candidateCount}`,
  )
  const contribute = buildContribution(tools)
  const places: Place[] = []
  for (const place of rows) {
    const answer = await contribute(place, token).catch(() => undefined)
    if (answer && (JSON.parse(answer.text) as { state: string }).state === 'done') places.push(place)
  }
  if (places.length < callerCount) throw new Error(`only ${places.length} of ${rows.length} accounts take money`)
  return places
}

/** A contribution by hand over HTTP, alone and by sixteen, in turn with the bare function that posts. */
const measureContributions = async (tools: CaseTools): Promise<BenchResult[]> => {
  const { bench, seconds } = tools
  const { token } = await signInAs(bench, 'admin')
  const places = await findPlaces(tools, token)
  const contribute = buildContribution(tools)
  const pick = (turn: number): Place => places[turn % places.length]!
  const alone = await measureSequentially(200, (turn) => contribute(pick(turn), token))
  const tokens = await signInMany(bench, 'admin', callerCount)
  const clients = await connectClients(bench, callerCount)
  try {
    const post = createPostingWork(
      clients,
      places.map(({ account }) => account),
    )
    const [times, bare] = await measureAlternately(
      callerCount,
      seconds * 2,
      (turn, caller) => contribute(pick(turn), tokens[caller]!),
      post,
      () => settleDatabase(bench),
    )
    return [
      {
        what: 'contribution by hand',
        times: alone,
        target: { statistic: 'median', maximum: 5 },
        note: `${places.length} accounts`,
      },
      {
        what: `contribution by hand, ${callerCount} at once`,
        times,
        ofIdeal: times.rate / bare.rate,
        target: { statistic: 'ofIdeal', minimum: 0.25 },
        note: `bare post_journal ${Math.round(bare.rate)}/s`,
      },
    ]
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
}

const filledSurname = 'Bench Relleno'
/** Codes stay used for ever: those of an earlier run are taken again. */
const addCodesSql = `
  insert into cvl (code) select 'E' || lpad(n::text, 7, '0') from generate_series(7000001, 7000000 + $1::int) n on conflict do nothing`
const addEmployeesSql = `
  insert into employee (cvl, name, surname, position, office_id, email, supervisor_id)
  select 'E' || lpad(n::text, 7, '0'), 'Otra', '${filledSurname}', 'advisor', $2, n || '@bench.example', $3 from generate_series(7000001, 7000000 + $1::int) n`
const removeEmployeesSql = [
  `delete from employee_team where employee_id in (select id from employee where surname = '${filledSurname}')`,
  `delete from employee where surname = '${filledSurname}'`,
]

const removeFilledEmployees = async ({ owner }: Bench): Promise<void> => {
  for (const statement of removeEmployeesSql) await owner.query(statement)
  await owner.query('vacuum (analyze) employee, employee_team')
}

const buildEmployeeWork = (
  { server }: CaseTools,
  token: string,
  { office, supervisor }: { office: string; supervisor: string },
): MeasuredWork => {
  const url = buildEndpointUrl(server.url, createEmployee, {})
  return () =>
    sendPost(url, token, {
      name: 'Nueva',
      surname: 'Persona',
      position: 'advisor',
      email: `${randomUUID()}@bench.example`,
      officeId: office,
      supervisorId: supervisor,
    })
}

/** A new member of staff, with as many as the data has, and with six thousand. */
const measureEmployees = async (tools: CaseTools): Promise<BenchResult[]> => {
  const { owner } = tools.bench
  await removeFilledEmployees(tools.bench)
  const { rows } = await owner.query<{ office: string; supervisor: string; staff: number }>(
    `select office_id as office, id as supervisor, (select count(*)::int from employee) as staff
       from employee where position = 'supervisor' and terminated_on is null order by id limit 1`,
  )
  const { office, supervisor, staff } = rows[0]!
  const { token } = await signInAs(tools.bench, 'hr')
  const work = buildEmployeeWork(tools, token, { office, supervisor })
  const few = await measureSequentially(employeeTurns, () => work(0, 0))
  await owner.query(addCodesSql, [largeStaff - staff])
  await owner.query(addEmployeesSql, [largeStaff - staff, office, supervisor])
  await owner.query('vacuum (analyze) employee, employee_team')
  try {
    const many = await measureSequentially(employeeTurns, () => work(0, 0))
    return [
      { what: `an employee, with ${staff.toLocaleString('en')}`, times: few },
      { what: `an employee, with ${largeStaff.toLocaleString('en')}`, times: many },
      {
        what: 'an employee: median with many / with few',
        value: many.median / few.median,
        target: { statistic: 'value', maximum: 1.25 },
      },
    ]
  } finally {
    await removeFilledEmployees(tools.bench)
  }
}

/** Writes of every day over HTTP. */
export const writesCase = async (tools: CaseTools): Promise<ResultSection[]> => {
  tools.progress('Contributions by hand')
  const results = await measureContributions(tools)
  tools.progress('New employees')
  results.push(...(await measureEmployees(tools)))
  return [{ title: 'Writes over HTTP: a contribution by hand, an employee', results }]
}
