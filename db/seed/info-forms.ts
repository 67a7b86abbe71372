import type { Client } from 'pg'
import type { InfoFormContent } from '#contract/info-forms.ts'
import { toIsoDate } from '#rules/calendar.ts'
import type { SeedFirm } from './firm.ts'
import { clientsOfSignInSql, type DemoSignIn } from './sign-ins.ts'

type FormClient = {
  id: string
  kind: 'person' | 'company'
  email: string | null
  idioma: string
  state: 'missing' | 'draft' | 'complete'
  formOn: string | null
}

const findClientsSql = `
  select client.id::text as id, client.kind, client.email, client.idioma, client.form_status as state, client.form_on::text as "formOn"
    from ${clientsOfSignInSql} where u.email = $1 order by client.id`

const spanishWords = {
  professions: ['Médica', 'Arquitecto', 'Profesora de instituto', 'Ingeniero industrial', 'Abogada', 'Comerciante'],
  business: ['Hostelería', 'Transporte de mercancías', 'Consultoría', 'Comercio al por menor'],
  employers: ['Hospital Clínico', 'Estudio propio', 'Instituto público', 'Talleres del Norte'],
  expenses: ['Hipoteca, suministros y colegio', 'Alquiler y suministros', 'Suministros, seguros y coche'],
  hobbies: ['Senderismo y fotografía', 'Vela', 'Leer y viajar', 'Ciclismo', 'Cocina y huerto'],
}
const wordsByCountry = {
  ES: spanishWords,
  MX: { ...spanishWords, expenses: ['Hipoteca, servicios y colegiatura', 'Renta y servicios', 'Servicios y seguros'] },
  PT: {
    professions: ['Médica', 'Arquiteto', 'Professora do secundário', 'Engenheiro civil', 'Advogada', 'Comerciante'],
    business: ['Restauração', 'Transporte de mercadorias', 'Consultoria', 'Comércio a retalho'],
    employers: ['Hospital de São João', 'Ateliê próprio', 'Escola pública', 'Oficinas do Norte'],
    expenses: ['Hipoteca, serviços e escola', 'Renda e serviços', 'Serviços, seguros e carro'],
    hobbies: ['Caminhadas e fotografia', 'Vela', 'Ler e viajar', 'Ciclismo', 'Cozinha e horta'],
  },
}

const employmentStatuses = ['permanent', 'selfEmployed', 'civilServant', 'businessOwner', 'retired'] as const
const familyStatuses = ['married', 'single', 'partner', 'divorced'] as const
const pick = <T>(list: readonly T[], n: number): T => list[n % list.length]!
const toAmount = (euros: number): string => `${euros}.00`

/** What the n-th of these clients says. */
const buildContent = (country: SeedFirm['code'], { kind }: FormClient, n: number): InfoFormContent => {
  const words = wordsByCountry[country]
  const isPerson = kind === 'person'
  const hasEmergencyFund = n % 4 !== 1
  const ownsRealEstate = n % 3 !== 2
  const children = n % 4
  return {
    employmentStatus: isPerson ? pick(employmentStatuses, n) : null,
    profession: pick(isPerson ? words.professions : words.business, n),
    employer: isPerson && n % 5 < 3 ? pick(words.employers, n) : null,
    monthlyIncome: toAmount((isPerson ? 2100 : 38_000) + (n % 9) * 350),
    recurringExpenses: toAmount((isPerson ? 1150 : 27_000) + (n % 7) * 180),
    expensesDetail: pick(words.expenses, n),
    hasEmergencyFund,
    emergencyFund: hasEmergencyFund ? toAmount(6000 + (n % 8) * 1500) : null,
    ownsRealEstate,
    realEstateValue: ownsRealEstate ? toAmount(180_000 + (n % 6) * 35_000) : null,
    mortgageDebt: ownsRealEstate ? toAmount((n % 4) * 24_000) : null,
    familyStatus: isPerson ? pick(familyStatuses, n) : null,
    children: isPerson ? children : null,
    childrenDetail: isPerson && children > 0 ? pick(['7', '4, 9', '5, 12, 15'], children - 1) : null,
    hobbies: isPerson ? pick(words.hobbies, n) : null,
  }
}

/** What somebody has begun and not asked all of yet. */
const toDraft = (content: InfoFormContent): InfoFormContent => ({
  ...content,
  ownsRealEstate: null,
  realEstateValue: null,
  mortgageDebt: null,
  children: null,
  childrenDetail: null,
  hobbies: null,
})

type SeedForm = {
  clientId: string
  state: 'draft' | 'sent' | 'answered' | 'complete'
  on: string
  content: Partial<InfoFormContent>
  /** What came back, of a form that was answered. */
  answers: InfoFormContent | null
  email: string | null
  idioma: string
}

/** Forms of the demo's manager as their state says, an older version of every third, and of those without any some that are on their way. */
const buildForms = (firm: SeedFirm, clients: readonly FormClient[]): SeedForm[] => {
  const day = (ago: number): string => toIsoDate(firm.today - ago)
  let reachable = 0
  return clients.flatMap((client, n): SeedForm[] => {
    const content = buildContent(firm.code, client, n)
    const form = {
      clientId: client.id,
      on: client.formOn ?? day(n % 9),
      content,
      answers: null,
      email: client.email,
      idioma: client.idioma,
    }
    if (client.state === 'draft') return [{ ...form, state: 'draft', content: toDraft(content) }]
    if (client.state === 'complete') {
      const older = { ...content, recurringExpenses: '980.00', hobbies: null }
      const complete = { ...form, state: 'complete' } as const
      const newer = day(3 + (n % 60))
      return n % 3 === 0 && form.on < newer
        ? [
            { ...complete, content: older },
            { ...complete, on: newer },
          ]
        : [complete]
    }
    if (!client.email) return []
    reachable += 1
    if (reachable % 4 === 1) return [{ ...form, state: 'sent', on: day(2), content: {} }]
    return reachable % 4 === 2 ? [{ ...form, state: 'answered', on: day(1), content: {}, answers: content }] : []
  })
}

const insertFormsSql = `
  with given as (
    select row_number() over () as place, g.* from jsonb_to_recordset($1::jsonb)
      as g (client_id bigint, state info_form_state, "on" date, content jsonb, answers jsonb, email text, idioma text)
  ), maker as (select id from registry.app_user where email = $2
  ), forms as (
    insert into info_form (client_id, state, state_on, content, created_by, created_at, changed_by, changed_at, completed_by, completed_at)
    select g.client_id, g.state, g."on", g.content, m.id, g."on" + time '09:30', m.id, g."on" + time '10:15',
           case g.state when 'complete' then m.id end, case g.state when 'complete' then g."on" + time '10:15' end
      from given g, maker m order by g.place
    returning id, client_id, state
  ), links as (
    insert into public_link (kind, client_id, token_digest, recipient, idioma, created_at, created_by, expires_at, used_at)
    select 'info_form', g.client_id, 'demo-form-' || g.client_id, g.email, g.idioma, g."on" + time '09:30', m.id, g."on" + 14 + time '09:30',
           case g.state when 'answered' then g."on" + time '20:05' end
      from given g, maker m where g.state in ('sent', 'answered')
    returning id, client_id, created_at, created_by, recipient
  )
  insert into info_form_request (form_id, link_id, recipient, sent_by, sent_at, viewed_at, answers, answered_at, address, idempotency_key, request_hash)
  select f.id, l.id, l.recipient, l.created_by, l.created_at, case when g.answers is not null then g."on" + time '19:50' end, g.answers,
         case when g.answers is not null then g."on" + time '20:05' end, case when g.answers is not null then '192.0.2.10' end,
         'demo-form-' || l.client_id, 'demo'
    from forms f join links l on l.client_id = f.client_id join given g on g.client_id = f.client_id
   where f.state in ('sent', 'answered')`

const publishStatesSql = `
  with changed as (
    update client c set form_status = f.state::text::form_state, form_on = f.state_on
      from (select distinct on (client_id) client_id, state, state_on from info_form order by client_id, id desc) f
     where f.client_id = c.id and (c.form_status::text, c.form_on) is distinct from (f.state::text, f.state_on) returning c.id)
  select array_agg(id)::bigint[] as ids from changed`

/** Information forms of the demo manager's clients: complete ones, drafts, and some that were sent or answered. */
export const addInfoForms = async (owner: Client, firm: SeedFirm, signIns: readonly DemoSignIn[]): Promise<void> => {
  const manager = signIns.find(({ role }) => role === 'manager')
  if (!manager) return
  const { rows } = await owner.query<FormClient>(findClientsSql, [manager.email])
  const records = buildForms(firm, rows).map(({ clientId, ...form }) => ({ ...form, client_id: clientId }))
  await owner.query(insertFormsSql, [JSON.stringify(records), manager.email])
  const { rows: published } = await owner.query<{ ids: string[] | null }>(publishStatesSql)
  await owner.query('select refresh_client_list($1::bigint[])', [published[0]?.ids ?? []])
}
