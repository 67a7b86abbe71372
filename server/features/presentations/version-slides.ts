import type { Prefix } from '#contract/core/values.ts'
import type { PresentationContent, PresentationPart } from '#contract/presentations.ts'
import { fillPlaceholders, localeByLanguage } from '#server/core/texts.ts'
import type { Slide, SlideChart, SlideDeck } from '#server/reports/pptx/make-pptx.ts'
import {
  buildProjectionRows,
  buildProposalRows,
  buildSituationRows,
  buildVersionWording,
  listGrowthLines,
  listProposalFigures,
  type VersionWording,
} from './version-pdf.ts'

type Point = { at: number; value: number }

/** What stands between two points, and after the last one what it came to. */
const interpolate = (points: readonly Point[], at: number): number => {
  const next = points.findIndex((point) => point.at >= at)
  if (next === -1) return points.at(-1)!.value
  const after = points[next]!
  const before = points[next - 1]
  if (!before || after.at === at) return after.value
  return before.value + ((after.value - before.value) * (at - before.at)) / (after.at - before.at)
}

/** Whole years, and the end of each account. */
const buildGrowthChart = ({ proposal }: PresentationContent, { t, written }: VersionWording): SlideChart => {
  const lines = listGrowthLines(proposal)
  const places = [...new Set(lines.flatMap(({ points }) => points.map(({ at }) => at)))].sort((a, b) => a - b)
  return {
    alt: t.paper.growth,
    labels: places.map((at) => written.exactDecimal(at.toFixed(2)).replace(/[.,]00$/, '')),
    lines: lines.map(({ name, points }) => ({
      name,
      values: places.map((at) => Math.round(interpolate(points, at) * 100) / 100),
    })),
    format: '#,##0 €',
  }
}

type SlideBuilder = (content: PresentationContent, words: VersionWording) => Slide[]

const slideBuilders: Record<PresentationPart, SlideBuilder> = {
  message: ({ message }, { t }) => {
    const text = message.split(/\n+/).filter((one) => one.trim())
    return text.length > 0 ? [{ title: t.partNames.message, text }] : []
  },
  situation: (content, words) => {
    const { t, written } = words
    const figures = [
      [t.paper.capital, written.money(content.capital)] as const,
      [t.paper.balance, written.money(content.balance)] as const,
    ]
    const slide = { title: t.partNames.situation, lead: content.texts.situation, figures }
    return [
      content.accounts.length === 0
        ? { ...slide, text: [t.paper.noAccounts] }
        : { ...slide, table: { rows: buildSituationRows(content, words), textColumns: 2 } },
    ]
  },
  proposal: (content, words) => [
    {
      title: words.t.partNames.proposal,
      lead: content.texts.proposal,
      figures: listProposalFigures(content, words),
      table: { rows: buildProposalRows(content, words), textColumns: 1 },
    },
  ],
  projection: (content, words) => [
    {
      title: words.t.partNames.projection,
      lead: content.texts.projection,
      table: { rows: buildProjectionRows(content, words), textColumns: 1 },
    },
    { title: words.t.paper.growth, lead: words.t.paper.growthUnit, chart: buildGrowthChart(content, words) },
  ],
  closing: ({ texts, managerName, managerContact }, { t }) => [
    {
      title: t.partNames.closing,
      text: [texts.closing, ...(managerName ? [[managerName, managerContact].filter(Boolean).join(' · ')] : [])],
    },
  ],
}

/** A version as slides, in the language of its client. */
export const buildVersionSlides = (content: PresentationContent, prefix: Prefix): SlideDeck => {
  const words = buildVersionWording(content, prefix)
  const from = fillPlaceholders(words.t.paper.from, { day: words.written.day(content.startsOn) })
  const firm = content.firm ?? 'Atalaya'
  return {
    title: content.title,
    subtitle: [content.clientName, content.texts.subtitle, from].filter(Boolean).join(' · '),
    firm,
    language: localeByLanguage[content.idioma],
    foot: [firm, content.title, words.written.day(content.on)].join(' · '),
    slides: [
      ...content.parts.flatMap((part) => slideBuilders[part](content, words)),
      // The last words of every presentation: what it is not.
      { title: words.t.paper.legal, text: [content.texts.legal] },
    ],
  }
}
