import { createHash } from 'node:crypto'
import type { Client } from 'pg'
import type { Prefix } from '#contract/core/values.ts'
import type { FileStorage } from './core/file-storage.ts'
import { addDemoPapers } from './demo-papers.ts'
import { createGreyPicture, encodePng, fillArea } from './demo-picture.ts'
import { addDemoPresentations } from './demo-presentations.ts'

type DemoDocument = { name: string; kind: 'pdf' | 'picture'; contentType: string; description: string; content: Buffer }

const textsByPrefix = {
  dino: {
    language: 'es-ES',
    notes: 'Notas de la reunión.pdf',
    title: 'Notas de la reunión',
    lines: [
      'El cliente quiere renovar a doce meses si el tipo no baja. Pide que el abono llegue a su cuenta de siempre.',
      'Queda pendiente confirmar el interés extra y enviarle el extracto del último trimestre.',
    ],
    signature: 'Firma del cliente.png',
    description: 'Recogida en la oficina el día de la reunión',
  },
  dino_uab: {
    language: 'pt-PT',
    notes: 'Notas da reunião.pdf',
    title: 'Notas da reunião',
    lines: [
      'O cliente quer renovar a doze meses se a taxa não descer. Pede que o pagamento chegue à conta de sempre.',
      'Falta confirmar o juro extra e enviar-lhe o extrato do último trimestre.',
    ],
    signature: 'Assinatura do cliente.png',
    description: 'Recolhida no balcão no dia da reunião',
  },
  cfl: {
    language: 'es-MX',
    notes: 'Minuta de la reunión.pdf',
    title: 'Minuta de la reunión',
    lines: [
      'El cliente quiere renovar a doce meses si la tasa no baja. Pide que el depósito llegue a su cuenta de siempre.',
      'Queda pendiente confirmar el interés extra y enviarle el estado de cuenta del último trimestre.',
    ],
    signature: 'Firma del cliente.png',
    description: 'Recabada en la sucursal el día de la reunión',
  },
} as const satisfies Record<Prefix, unknown>

const signatureWidth = 720
const signatureHeight = 240

/** A scanned signature: loops of ink on paper, in shades of grey. */
const drawSignature = (): Buffer => {
  const picture = createGreyPicture(signatureWidth, signatureHeight, 0xf6)
  for (let step = 0; step < 24_000; step++) {
    const way = step / 24_000
    const x = 70 + way * 560 + 34 * Math.sin(way * 44)
    const y = 128 + (58 - 34 * way) * Math.sin(way * 31) * Math.cos(way * 7)
    for (const [across, down] of [0, 1, 2].flatMap((one) => [0, 1, 2].map((other) => [one, other] as const)))
      fillArea(picture, [Math.round(x) + across, Math.round(y) + down, 1, 1], 0x28)
  }
  return encodePng(picture)
}

const buildDocuments = async (prefix: Prefix, day: string, now: number): Promise<DemoDocument[]> => {
  const { language, notes, title, lines, signature, description } = textsByPrefix[prefix]
  const { makePdf } = await import('./reports/pdf/make-pdf.ts')
  const pdf = await makePdf({
    title,
    language,
    firm: 'Atalaya',
    madeAt: now,
    subtitle: '',
    day,
    foot: title,
    parts: lines.map((text) => ({ text })),
    pageOf: (page, pages) => `${page} / ${pages}`,
  })
  return [
    { name: notes, kind: 'pdf', contentType: 'application/pdf', description: '', content: pdf },
    { name: signature, kind: 'picture', contentType: 'image/png', description, content: drawSignature() },
  ]
}

/** $1 the client, $2 who adds it, $3 the stored file, $4 its purpose, $5 name, $6 type, $7 size, $8 sum, $9 description, $10 when. */
const insertDocumentSql = (prefix: Prefix): string => `
  with file as (
    insert into ${prefix}.stored_file (id, purpose, entity, entity_id, file_name, content_type, bytes, sha256, created_by)
    values ($3, $4, 'client', $1, $5, $6, $7, $8, $2) returning id)
  insert into ${prefix}.record_attachment (entity, entity_id, file_id, description, user_id, created_at)
  select 'client', $1, file.id, $9, $2, $10 from file`

const addDocuments = async (owner: Client, files: FileStorage, prefix: Prefix): Promise<void> => {
  const { rows } = await owner.query<{ client: string; author: string; at: Date; day: string }>(
    `select entity_id as client, user_id as author, created_at as at, to_char(created_at, 'DD/MM/YYYY') as day
       from ${prefix}.record_comment where entity = 'client' order by id limit 1`,
  )
  const [comment] = rows
  if (!comment) return
  const { client, author, at, day } = comment
  for (const { name, kind, contentType, description, content } of await buildDocuments(prefix, day, at.getTime())) {
    const id = await files.put(prefix, content)
    const sum = createHash('sha256').update(content).digest()
    const purpose = `record.attachment.${kind}`
    await owner.query(insertDocumentSql(prefix), [
      client,
      author,
      id,
      purpose,
      name,
      contentType,
      content.length,
      sum,
      description,
      at,
    ])
  }
}

/**
 * Gives the demo firm's first client that has comments a PDF and a picture, once for each prefix, and
 * some clients of the same person a card of identity and presentations. Unlike the rest of the firm their contents
 * stand in the home, so that the seed, which knows the database only, can't bring them.
 */
export const addDemoDocuments = async (owner: Client, files: FileStorage): Promise<void> => {
  const { rows } = await owner.query<{ prefix: Prefix }>(
    `select substr(s.key, 6) as prefix from registry.installation s
      where s.key like 'seed:%' and not exists (select from registry.installation d where d.key = 'documents:' || substr(s.key, 6))`,
  )
  for (const { prefix } of rows) {
    await owner.query('begin')
    await addDocuments(owner, files, prefix)
    await addDemoPapers(owner, files, prefix)
    await addDemoPresentations(owner, files, prefix)
    await owner.query(`insert into registry.installation (key, value) values ($1, 'true')`, [`documents:${prefix}`])
    await owner.query('commit')
  }
}
