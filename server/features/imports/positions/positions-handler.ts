import { sql } from 'kysely'
import { defineImportKind } from '../mapped/import-handler-types.ts'
import { clientColumnHeadings, toRowSubject } from '../mapped/parse-client.ts'
import { preparePositionRows } from './match-positions.ts'
import { readPositionRow } from './read-position.ts'
import { findPositionObstacles, undoPositions } from './undo-positions.ts'
import { writePositions } from './write-positions.ts'

const daySql = (field: string) => sql<string>`(r.fields ->> ${sql.lit(field)})::date`

/** What clients have at other firms: new positions, and new values of those that are there. */
export const positionsHandler = defineImportKind({
  headings: {
    client: clientColumnHeadings,
    institution: ['entidad', 'banco', 'entidad financiera', 'gestora', 'entidade', 'instituicao', 'bank', 'firm'],
    amount: ['importe', 'saldo', 'valor', 'valoracion', 'valor actual', 'patrimonio', 'montante', 'value', 'balance'],
    positionKind: ['tipo', 'tipo de producto', 'clase', 'tipo de posicion', 'tipo de produto', 'type', 'kind'],
    positionProduct: [
      'producto',
      'nombre del producto',
      'nombre producto',
      'fondo',
      'produto',
      'product',
      'product name',
    ],
    description: ['descripcion', 'concepto', 'detalle', 'observaciones', 'referencia', 'descricao', 'details', 'notes'],
    since: [
      'desde',
      'fecha de contratacion',
      'fecha contratacion',
      'contratado',
      'fecha de inicio',
      'desde cuando',
      'start date',
    ],
    asOf: [
      'fecha',
      'fecha de valoracion',
      'fecha valoracion',
      'fecha valor',
      'a fecha',
      'data',
      'data de avaliacao',
      'date',
      'valuation date',
    ],
  },
  read: readPositionRow,
  // A client has a position once on each day.
  key: (content) => {
    const { client, institution, product, description, asOf } = content
    return [client.number, institution.toLowerCase(), (product ?? '').toLowerCase(), description.toLowerCase(), asOf]
  },
  keyField: 'client',
  subject: (content) => toRowSubject(content.client),
  subjectField: 'client',
  prepare: preparePositionRows,
  known: sql`(r.fields ->> 'isNoted')::boolean`,
  check: async ({ refuse, businessDate }) => {
    await refuse('asOf', 'future', sql`${daySql('asOf')} > ${businessDate}::date`)
    await refuse('since', 'future', sql`${daySql('since')} > ${businessDate}::date`)
    await refuse(
      'asOf',
      'beforeSince',
      sql`${daySql('asOf')} < coalesce((r.fields ->> 'knownSince')::date, ${daySql('since')})`,
    )
    await refuse(
      'positionKind',
      'missing',
      sql`r.fields ->> 'productId' is null and r.fields ->> 'kind' is null and r.fields ->> 'positionId' is null`,
    )
    await refuse(
      'positionProduct',
      'productClosed',
      sql`(r.fields ->> 'isProductClosed')::boolean and r.fields ->> 'positionId' is null`,
    )
    await refuse('client', 'positionClosed', sql`(r.fields ->> 'isPositionClosed')::boolean`)
  },
  figures: {
    word: sql<string>`case when r.fields ->> 'positionId' is null then 'newPosition' else 'valuedPosition' end`,
    // What is had and what is owed add up to nothing that anybody asks for.
    amount: sql<null>`null::numeric`,
    day: daySql('asOf'),
  },
  carryOut: writePositions,
  findObstacles: findPositionObstacles,
  undo: undoPositions,
})
