import { describe, expect, test } from 'vitest'
import { readPdf } from '#test/harness/read-pdf.ts'
import { makePdf, type PdfDocument, type PdfPart } from './make-pdf.ts'

const buildTestDocument = (parts: readonly PdfPart[], more: Partial<PdfDocument> = {}): PdfDocument => ({
  title: 'Cancelación de D-EVAS-6-00011551',
  subtitle: 'Ñandú Pérez',
  firm: 'Firma de prueba, S. A.',
  language: 'es-ES',
  day: '15/06/2026',
  madeAt: Date.parse('2026-06-15T10:00:00Z'),
  foot: 'Preparado por Ana',
  pageOf: (page, pages) => `Página ${page} de ${pages}`,
  parts,
  ...more,
})
const renderPdfText = async (parts: readonly PdfPart[], more: Partial<PdfDocument> = {}) => {
  const { pages, ...rest } = readPdf(await makePdf(buildTestDocument(parts, more)))
  return { ...rest, pages, all: pages.flat() }
}
/** What the eye takes for one text, however it was broken into lines. */
const joinWithoutSpaces = (pieces: readonly string[]): string => pieces.join('').replace(/\s/g, '')

describe('PDF documents', () => {
  test('a PDF reads back as written: text, signed figures, author on every page', async () => {
    const rows = Array.from({ length: 90 }, (_, n) => [
      '07/09/2026',
      `Aportación ${n}`,
      `−1.234,${10 + (n % 90)}\u00a0€`,
    ])
    const columns = [
      { label: 'Fecha', fixed: true as const },
      { label: 'Concepto' },
      { label: 'Importe', end: true as const },
    ]
    const { pages, all, title } = await renderPdfText([
      { heading: 'Movimientos' },
      { table: { columns, rows, foot: ['', 'Total', '5,00\u00a0€'] } },
    ])
    expect(title).toBe('Cancelación de D-EVAS-6-00011551')
    expect(pages.length).toBeGreaterThan(2)
    expect(all.filter((piece) => piece.startsWith('Aportación '))).toEqual(rows.map(([, name]) => name))
    expect(all).toContain('−1.234,99\u00a0€')
    pages.forEach((page, n) => {
      expect(page).toContain(`Página ${n + 1} de ${pages.length}`)
      expect(page).toContain('Preparado por Ana')
      // Whoever holds a page alone knows what its columns are.
      expect(page).toContain('Importe')
    })
  })

  test('a PDF has language, title, tags and fonts, and no external links', async () => {
    const { source } = await renderPdfText([{ facts: [['Web', 'http://127.0.0.1/ file:///etc/passwd']] }])
    expect(source).toContain('/Lang (es-ES)')
    expect(source).toContain('/DisplayDocTitle true')
    for (const tag of ['Document', 'H1', 'P']) expect(source).toContain(`/S /${tag}\n`)
    expect(source.match(/\/FontFile2/g)).toHaveLength(2)
    expect(source).not.toMatch(/\/(URI|JavaScript|JS|Launch|GoToR|SubmitForm|EmbeddedFile|AA|OpenAction)\b/)
  })

  test.each([
    ['<script>alert(1)</script> {{7*7}} %s%n <%= 1 %>', '<script>alert(1)</script> {{7*7}} %s%n <%= 1 %>'],
    [`'; drop table client; -- ) Tj ET endstream endobj`, `'; drop table client; -- ) Tj ET endstream endobj`],
    ['Ω≈ç√∫ ЁЂЃ Ángel Çağrı Łukasz', 'Ω≈ç√∫ ЁЂЃ Ángel Çağrı Łukasz'],
    ['田中さん José 👾', '□□□□ José □'],
    ['a\u0007b \ud800 c\u202ed\u200be', 'a□b □ cde'],
    ['dos\nlíneas\ty más', 'dos líneas y más'],
    ['1\u00a0234,50 €', '1\u00a0234,50 €'],
    ['e\u0301 __proto__', 'é __proto__'],
  ])('a PDF shows %j as %j', async (given, shown) => {
    const { all } = await renderPdfText([{ facts: [['Nombre', given]] }])
    expect(all).toContain(shown)
  })

  test('keeps all of a name longer than a line, wherever it appears', async () => {
    const name = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(9)
    const columns = [{ label: 'Titular' }, { label: 'Importe', end: true as const }]
    const parts: PdfPart[] = [
      { facts: [['Titular', name]] },
      { table: { columns, rows: [[name, '999.999.999.999.999,99 €']] } },
      { sum: [[name, '1,00 €']] },
      {
        figures: [
          ['Neto', '9.999.999.999.999.999,99 €'],
          ['b', '1'],
          ['c', '1'],
          ['d', '1'],
        ],
      },
    ]
    const { all } = await renderPdfText(parts, { title: name, subtitle: name, firm: name })
    expect(joinWithoutSpaces(all).split(name).length - 1).toBe(6)
    expect(all).toContain('999.999.999.999.999,99 €')
    expect(all).toContain('9.999.999.999.999.999,99 €')
  })

  test('splits a row longer than a page', async () => {
    const words = Array.from({ length: 2500 }, (_, n) => `palabra${n}`).join(' ')
    const { pages, all } = await renderPdfText([
      { table: { columns: [{ label: 'Nota' }], rows: [[words], ['última']] } },
    ])
    expect(pages.length).toBeGreaterThan(1)
    for (const word of ['palabra0 ', 'palabra1250 ', 'palabra2499', 'última']) expect(all.join(' ')).toContain(word)
  })

  test('a chart has its values beneath and an alternative text', async () => {
    const points = [
      { at: 0, value: 1000 },
      { at: 1, value: 1050 },
    ]
    const chart = {
      alt: 'Cómo crece',
      lines: [
        { name: '1. Evas', points },
        { name: '2. Auras', points },
      ],
      value: String,
      place: String,
    }
    const { all, source } = await renderPdfText([{ chart }])
    expect(all).toEqual(expect.arrayContaining(['1. Evas', '2. Auras', '1000']))
    expect(source).toContain('/S /Figure')
    expect(source).toContain('/Alt (')
  })

  test('a heading goes to the next page with its chart', async () => {
    const points = [{ at: 0, value: 1 }]
    const chart = { alt: 'x', lines: [{ name: 'Capital', points }], value: String, place: String }
    for (const texts of [28, 30, 32, 34]) {
      const above = Array.from({ length: texts }, () => ({ text: 'Una línea' }))
      const { pages } = await renderPdfText([...above, { heading: 'Evolución', lead: 'Por meses' }, { chart }])
      const [withHeading, withChart] = ['Evolución', 'Capital'].map((text) =>
        pages.findIndex((page) => page.includes(text)),
      )
      expect({ texts, page: withHeading }).toEqual({ texts, page: withChart })
    }
  })
})
