import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { Estate, printEstate } from '#contract/estates.ts'
import en from '#locales/en/estates.ts'
import es from '#locales/es/estates.ts'
import mx from '#locales/mx/estates.ts'
import pt from '#locales/pt/estates.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { buildTextsGetter, fillPlaceholders } from '#server/core/texts.ts'
import { findFirmAccount } from '#server/domain/firm-account.ts'
import type { PdfPart } from '#server/reports/pdf/make-pdf.ts'
import { sendPdf } from '#server/reports/send-pdf.ts'
import { getValueFormatter, type ValueFormatter } from '#server/reports/value-formatter.ts'
import { findEstate } from './estate.queries.ts'

const getTexts = buildTextsGetter({ es, en, pt, mx })
type Texts = ReturnType<typeof getTexts>
const end = true as const

const buildRequirementParts = ({ requirements }: Estate, t: Texts): PdfPart[] => [
  { heading: t.papers.title },
  {
    table: {
      columns: [{ label: t.papers.paper, share: 2 }, { label: t.papers.state }, { label: t.papers.where, share: 2 }],
      rows: requirements.map(({ kind, state, attachmentName, note }) => [
        t.requirements[kind],
        t.requirementStates[state],
        [attachmentName, note].filter(Boolean).join(' · ') || '–',
      ]),
    },
  },
]

const buildRecipientParts = ({ recipients }: Estate, t: Texts): PdfPart[] => [
  { heading: t.heirs.title },
  {
    table: {
      columns: [
        { label: t.heirs.person, share: 2 },
        { label: t.heirs.role },
        { label: t.heirs.share },
        { label: t.heirs.destination, share: 2 },
      ],
      rows: recipients.map(({ name, cvl, role, share, destination }) => [
        cvl ? `${name} (${cvl})` : name,
        t.roles[role],
        share ?? t.heirs.ownShare,
        destination?.label ?? t.heirs.noDestination,
      ]),
    },
  },
]

const buildAccountParts = ({ accounts, recipients }: Estate, t: Texts, { money }: ValueFormatter): PdfPart[] =>
  accounts.flatMap((account): PdfPart[] => [
    {
      heading: account.number,
      lead: fillPlaceholders(t.money.lead, { balance: money(account.balance), interest: money(account.interest) }),
    },
    {
      table: {
        columns: [
          { label: t.heirs.person, share: 2 },
          { label: t.money.gross, end },
          { label: t.money.withheld, end },
          { label: t.money.net, end },
        ],
        rows: account.parts.map((part) => [
          recipients.find(({ id }) => id === part.recipientId)?.name ?? '–',
          money(part.gross),
          money(part.withheld),
          money(part.net),
        ]),
        foot: [t.money.total, '', money(account.withheld), money(account.net)],
      },
    },
  ])

/** The whole procedure on paper, in the language of whoever prints it: it is for the file. */
export const printEstatePdf = async (
  ctx: Ctx,
  { params }: ParsedRequest<typeof printEstate>,
  raw: HttpContext,
): Promise<ResponseBody<typeof printEstate>> => {
  const estate = await findEstate(ctx, { params })
  if (!estate) throw buildRefusal('estate.notRegistered')
  const { idioma } = ctx.person
  const t = getTexts(idioma)
  const written = getValueFormatter(idioma, tenantFacts[ctx.prefix].timeZone)
  const obstacles = estate.obstacles.map((obstacle) => t.obstacles[obstacle]).join(' · ')
  const state = estate.releasedAt
    ? fillPlaceholders(t.released, {
        date: written.moment(Date.parse(estate.releasedAt)),
        name: estate.releasedByName ?? '–',
      })
    : obstacles || t.ready
  const document = {
    title: fillPlaceholders(t.paperTitle, { cvl: estate.cvl }),
    subtitle: estate.clientName,
    parts: [
      { facts: [[t.diedOn, written.day(estate.diedOn)] as const, [t.state, state] as const] },
      ...buildRequirementParts(estate, t),
      ...buildRecipientParts(estate, t),
      ...(estate.accounts.length > 0 ? [{ heading: t.money.title }] : []),
      ...buildAccountParts(estate, t, written),
    ],
    idioma,
    firm: (await findFirmAccount(ctx.db))?.name,
    on: ctx.businessDate,
  }
  return sendPdf(ctx, raw, document, { action: 'estate.printed', entity: 'client', entityId: params.clientId })
}
