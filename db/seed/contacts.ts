import type { Client } from 'pg'
import { type ContactStage, contactStages, lostReasons, needsConsent } from '#contract/contacts/stages.ts'
import { toIsoDate } from '#rules/calendar.ts'
import { copyTextRows, formatCents, formatCopyRow } from './copy.ts'
import { randomStreams, type SeedFirm } from './firm.ts'
import { drawGivenName, drawSurname } from './people.ts'
import { drawMobileNumber } from './phones.ts'
import { createRandom, createWeightedDraw, drawBetween, drawFrom, type RandomSource } from './random.ts'

/** Contacts for each client that the firm has. */
const contactsPerClient = 1.5

const drawStage = createWeightedDraw<ContactStage>([
  ['new', 30],
  ['contacted', 22],
  ['r1', 15],
  ['r2', 8],
  ['r3', 5],
  ['r4', 3],
  ['won', 5],
  ['lost', 12],
])

type ContactList = 'contact_type' | 'contact_work' | 'contact_reference' | 'contact_source'
type ContactTexts = Record<ContactList | 'observations' | 'family', readonly string[]>

const spanishLists = {
  contact_type: ['Particular', 'Autónomo', 'Empresa', 'Colaborador'],
  contact_work: ['Primera llamada', 'Información enviada', 'Reunión mantenida', 'Propuesta enviada'],
  contact_reference: ['Cliente de la entidad', 'Familiar', 'Amigo o conocido', 'Compañero', 'Sin referencia'],
  contact_source: ['Recomendación', 'Página web', 'Evento', 'Campaña telefónica', 'Redes sociales'],
} as const
const textsByCountry: Record<SeedFirm['code'], ContactTexts> = {
  ES: {
    ...spanishLists,
    observations: [
      'Vence un depósito en otra entidad en otoño. Prefiere que le llamen por la tarde.',
      'Interesado en ahorro a dos años; quiere comparar con su banco.',
      'Vino recomendado. Pide la información por correo antes de verse.',
      'Acaba de vender un local y busca dónde colocar el dinero.',
    ],
    family: ['Casado, dos hijos.', 'Su hermana ya es cliente.', 'Viuda, un hijo fuera de España.'],
  },
  PT: {
    contact_type: ['Particular', 'Trabalhador independente', 'Empresa', 'Colaborador'],
    contact_work: ['Primeira chamada', 'Informação enviada', 'Reunião realizada', 'Proposta enviada'],
    contact_reference: ['Cliente da entidade', 'Familiar', 'Amigo ou conhecido', 'Colega', 'Sem referência'],
    contact_source: ['Recomendação', 'Página web', 'Evento', 'Campanha telefónica', 'Redes sociais'],
    observations: [
      'Tem um depósito noutra entidade que vence no outono. Prefere que liguem à tarde.',
      'Interessado em poupança a dois anos; quer comparar com o banco.',
      'Veio recomendado. Pede a informação por e-mail antes da reunião.',
      'Acabou de vender uma loja e procura onde aplicar o dinheiro.',
    ],
    family: ['Casado, dois filhos.', 'A irmã já é cliente.', 'Viúva, um filho no estrangeiro.'],
  },
  MX: {
    ...spanishLists,
    observations: [
      'Vence un pagaré en otro banco en otoño. Prefiere que le llamen por la tarde.',
      'Le interesa ahorrar a dos años; quiere comparar con su banco.',
      'Viene recomendado. Pide la información por correo antes de la cita.',
      'Acaba de vender un local y busca dónde invertir el dinero.',
    ],
    family: ['Casado, dos hijos.', 'Su hermana ya es cliente.', 'Viuda, un hijo en el extranjero.'],
  },
}

type Choices = Record<ContactList, string[]>

const columns = `name, surname, email, phone, country, employee_id, type_id, work_id, reference_id, source_id, amount, observations, family,
  wants_investments, lopd_on, stage, stage_since, lost_reason, created_at`

/** The same name without what a mail address doesn't take. */
const toAddressPart = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[^A-Za-z]+/g, '')
    .toLowerCase()

const drawOptional = <T>(random: RandomSource, share: number, list: readonly T[]): T | null =>
  random() < share ? drawFrom(random, list) : null

const buildContactRow = (firm: SeedFirm, ownerId: string, choices: Choices, random: RandomSource): string => {
  const name = drawGivenName(firm, random() < 0.5, random)
  const surname = drawSurname(firm, random)
  const stage = drawStage(random())
  const createdOn = firm.today - drawBetween(random, 1, 540)
  const isFar = contactStages.indexOf(stage) > 0
  const since = isFar ? createdOn + drawBetween(random, 0, firm.today - createdOn - 1) : createdOn
  const { observations, family } = textsByCountry[firm.code]
  const toInstant = (day: number) =>
    `${toIsoDate(day)} ${drawBetween(random, 8, 17)}:${drawBetween(random, 10, 59)}:00+00`
  const amount = random() < 0.85 ? formatCents(drawBetween(random, 4, 300) * 50_000) : null
  return formatCopyRow([
    name,
    surname,
    random() < 0.8
      ? `${toAddressPart(name)}.${toAddressPart(surname)}${drawBetween(random, 1, 999)}@correo.example`
      : null,
    drawMobileNumber(firm.code, firm.country.drawPlace(random()), random),
    firm.code,
    ownerId,
    drawOptional(random, 0.9, choices.contact_type),
    isFar ? drawFrom(random, choices.contact_work) : null,
    drawOptional(random, 0.6, choices.contact_reference),
    drawOptional(random, 0.9, choices.contact_source),
    amount,
    drawOptional(random, 0.4, observations) ?? '',
    drawOptional(random, 0.2, family) ?? '',
    random() < 0.2,
    needsConsent(stage) || (stage === 'r1' && random() < 0.5) ? toIsoDate(since) : null,
    stage,
    toInstant(since),
    stage === 'lost' ? drawFrom(random, lostReasons.slice(0, -1)) : null,
    toInstant(createdOn),
  ])
}

/** The lists of the settings, and the ids of what stands on them. */
const insertLists = async (owner: Client, firm: SeedFirm): Promise<Choices> => {
  const texts = textsByCountry[firm.code]
  const insert = async (list: ContactList): Promise<string[]> => {
    await owner.query(
      `insert into ${list} (name) select name from unnest($1::text[]) with ordinality as given (name, n) order by n`,
      [texts[list]],
    )
    return (await owner.query<{ id: string }>(`select id::text from ${list} order by id`)).rows.map(({ id }) => id)
  }
  return {
    contact_type: await insert('contact_type'),
    contact_work: await insert('contact_work'),
    contact_reference: await insert('contact_reference'),
    contact_source: await insert('contact_source'),
  }
}

/** One or two calls to each contact who is no longer new, on working hours of the days since they were written down. */
const insertCallsSql = `
  insert into call (contact_id, employee_id, called_on, called_time, reason, outcome, duration_seconds, attempts, noted_at)
  select c.id, c.employee_id, c.called_on, make_time(9 + (c.id % 9)::int, (c.id * 7 % 60)::int, 0),
         case when c.n = 1 then 'first_contact' else 'follow_up' end,
         case when c.stage = 'lost' and c.n = c.calls then 'refused'
              when c.stage in ('r1', 'r2', 'r3', 'r4') and c.n = c.calls then 'meeting'
              when c.id % 3 = 0 then 'no_answer' when c.id % 3 = 1 then 'call_back' else 'reached' end,
         case when c.id % 3 = 0 then 0 else 60 * (2 + c.id % 14) end, 1 + c.id % 3, c.called_on + time '18:00'
    from (select x.id, x.employee_id, x.stage, g.n, 1 + (x.id % 2)::int as calls,
                 least($1::date - 1, x.created_at::date + (g.n * (1 + x.id % 20))::int) as called_on
            from contact x cross join generate_series(1, 2) as g(n)
           where x.stage <> 'new' and g.n <= 1 + x.id % 2) c
   order by c.id, c.n`

/** Contacts in all stages, spread over those who look after clients. */
export const addContacts = async (owner: Client, firm: SeedFirm): Promise<void> => {
  const choices = await insertLists(owner, firm)
  const { rows: owners } = await owner.query<{ id: string }>(
    `select id::text from employee where position in ('manager', 'partner', 'advisor', 'banker') and terminated_on is null order by id`,
  )
  if (owners.length === 0) return
  const random = createRandom(firm.salt, randomStreams.contacts, 0)
  const count = Math.round(firm.size.clients * contactsPerClient)
  await copyTextRows(
    owner,
    'contact',
    columns,
    (function* () {
      for (let n = 0; n < count; n++) yield buildContactRow(firm, owners[n % owners.length]!.id, choices, random)
    })(),
  )
  await owner.query(insertCallsSql, [toIsoDate(firm.today)])
}
