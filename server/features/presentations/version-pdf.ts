import { tenantFacts } from '#contract/core/tenants.ts'
import type { Prefix } from '#contract/core/values.ts'
import type { PresentationContent, PresentationPart, ProposedAccount } from '#contract/presentations.ts'
import { buildGrowthPoints } from '#contract/product-studies/growth.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import { fillPlaceholders } from '#server/core/texts.ts'
import type { PdfPart } from '#server/reports/pdf/make-pdf.ts'
import type { PdfContent } from '#server/reports/send-pdf.ts'
import { getValueFormatter } from '#server/reports/value-formatter.ts'
import { getPresentationWords } from './presentation-texts.ts'

/** A version with the words and figures of its language. */
export const buildVersionWording = ({ idioma }: PresentationContent, prefix: Prefix) => ({
  t: getPresentationWords(idioma),
  written: getValueFormatter(idioma, tenantFacts[prefix].timeZone),
})
export type VersionWording = ReturnType<typeof buildVersionWording>

const sumAmounts = (amounts: readonly string[]): string =>
  centsToAmount(amounts.reduce((sum, amount) => sum + toCents(amount), 0n))

const formatMonths = (months: number, { t }: VersionWording): string =>
  fillPlaceholders(months === 1 ? t.paper.oneMonth : t.paper.manyMonths, { count: String(months) })

/** The figures that matter most: what is proposed, what it earns, and what it comes to. */
export const listProposalFigures = (
  { proposal }: PresentationContent,
  { t, written }: VersionWording,
): (readonly [string, string])[] => [
  [t.paper.proposed, written.money(sumAmounts(proposal.map(({ amount }) => amount)))],
  [t.paper.earned, written.money(sumAmounts(proposal.map(({ projection }) => projection.totalEarned)))],
  [t.paper.finalAmount, written.money(sumAmounts(proposal.map(({ projection }) => projection.finalAmount)))],
]

/** The accounts of the client as cells, their heading first. */
export const buildSituationRows = ({ accounts }: PresentationContent, { t, written }: VersionWording): string[][] => [
  [t.paper.product, t.paper.account, t.paper.expiresOn, t.paper.rate, t.paper.balance],
  ...accounts.map(({ productName, number, expiresOn, rate, balance }) => [
    productName,
    number,
    written.day(expiresOn),
    written.rate(rate),
    written.money(balance),
  ]),
]

/** What is proposed as cells, its heading first. */
export const buildProposalRows = ({ proposal }: PresentationContent, words: VersionWording): string[][] => {
  const { t, written } = words
  return [
    [t.paper.product, t.paper.amount, t.paper.term, t.paper.rate, t.paper.extraRate, t.paper.effectiveRate],
    ...proposal.map(({ product, amount, months, extraRate, projection }) => [
      product.name,
      written.money(amount),
      formatMonths(months, words),
      written.rate(projection.rate),
      written.rate(extraRate),
      written.rate(projection.effectiveRate),
    ]),
  ]
}

/** What each account of the proposal earns as cells, their heading first. */
export const buildProjectionRows = ({ proposal }: PresentationContent, { t, written }: VersionWording): string[][] => [
  [t.paper.product, t.paper.endsOn, t.paper.amount, t.paper.earned, t.paper.finalAmount],
  ...proposal.map(({ product, amount, projection }) => [
    product.name,
    written.day(projection.endsOn),
    written.money(amount),
    written.money(projection.totalEarned),
    written.money(projection.finalAmount),
  ]),
]

/** How each account grows, in years. */
export const listGrowthLines = (
  proposal: readonly ProposedAccount[],
): { name: string; points: { at: number; value: number }[] }[] =>
  proposal.map(({ product, amount, projection }, n) => ({
    name: `${n + 1}. ${product.name}`,
    points: buildGrowthPoints(amount, projection.years).map(({ months, value }) => ({ at: months / 12, value })),
  }))

const toTable = ([head, ...rows]: readonly string[][], texts: number): PdfPart => ({
  table: {
    columns: head!.map((label, at) => (at < texts ? { label } : { label, end: true as const })),
    rows,
  },
})

type PartRenderer = (content: PresentationContent, words: VersionWording) => PdfPart[]

const renderSituation: PartRenderer = (content, words) => {
  const { t, written } = words
  const figures: (readonly [string, string])[] = [
    [t.paper.capital, written.money(content.capital)],
    [t.paper.balance, written.money(content.balance)],
  ]
  return [
    { heading: t.partNames.situation, lead: content.texts.situation },
    { figures },
    content.accounts.length === 0 ? { text: t.paper.noAccounts } : toTable(buildSituationRows(content, words), 2),
  ]
}

const renderProjection: PartRenderer = (content, words) => {
  const { t, written } = words
  return [
    { heading: t.partNames.projection, lead: content.texts.projection },
    toTable(buildProjectionRows(content, words), 1),
    { heading: t.paper.growth, lead: t.paper.growthUnit },
    {
      chart: {
        alt: t.paper.growth,
        lines: listGrowthLines(content.proposal),
        value: (value) => written.money(value.toFixed(2)).replace(/[.,]\d\d(?!\d)/, ''),
        place: String,
      },
    },
  ]
}

const renderClosing: PartRenderer = ({ texts, managerName, managerContact }, { t }) => [
  { heading: t.partNames.closing },
  { text: texts.closing },
  ...(managerName
    ? [{ facts: [[t.paper.contact, [managerName, managerContact].filter(Boolean).join(' · ')]] as const }]
    : []),
]

const partRenderers: Record<PresentationPart, PartRenderer> = {
  message: ({ message }) => message.split(/\n+/).flatMap((text) => (text.trim() ? [{ text }] : [])),
  situation: renderSituation,
  proposal: (content, words) => [
    { heading: words.t.partNames.proposal, lead: content.texts.proposal },
    { figures: listProposalFigures(content, words) },
    toTable(buildProposalRows(content, words), 1),
  ],
  projection: renderProjection,
  closing: renderClosing,
}

/** A version as a document, in the language of its client. */
export const buildVersionPdf = (content: PresentationContent, prefix: Prefix): PdfContent => {
  const words = buildVersionWording(content, prefix)
  const from = fillPlaceholders(words.t.paper.from, { day: words.written.day(content.startsOn) })
  return {
    title: content.title,
    subtitle: [content.clientName, content.texts.subtitle, from].filter(Boolean).join(' · '),
    parts: [...content.parts.flatMap((part) => partRenderers[part](content, words)), { text: content.texts.legal }],
    idioma: content.idioma,
    firm: content.firm ?? undefined,
    on: content.on,
  }
}
