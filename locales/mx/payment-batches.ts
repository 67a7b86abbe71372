import type * as es from '../es/payment-batches.ts'
import type { Overrides } from '../shape.ts'

export default {
  emptyHint: 'Crea el lote desde «Por enviar», con los pagos aprobados.',
  timeline: {
    draft: 'Creado por {{name}}',
    waiting: 'Enviado a aprobar por {{name}}',
    approved: 'Aprobado por {{name}}',
    sent: 'Enviado por {{name}}',
    given_up: 'Descartado por {{name}}',
  },
  title: 'Lotes de pagos',
  tabs: {
    label: 'Retiros y lotes',
    payments: 'Retiros y pagos',
    batches: 'Lotes',
  },
  count_one: '{{total}} lote',
  count_many: '{{total}} lotes',
  count_other: '{{total}} lotes',
  empty: 'No hay lotes que mostrar.',
  fields: {
    madeAt: 'Creado el',
    maker: 'Creado por',
  },
  states: {
    approved: 'Aprobado',
    sent: 'Enviado',
    given_up: 'Descartado',
  },
  waits: {
    badNumber: 'CLABE no válida',
    newBankAccount: 'CLABE de menos de 48 horas',
  },
  waiting: {
    emptyHint: 'Los pagos aparecen aquí cuando se aprueban. Los pendientes de aprobación están en Retiros.',
    count_one: '{{total}} pago aprobado sin lote',
    count_many: '{{total}} pagos aprobados sin lote',
    count_other: '{{total}} pagos aprobados sin lote',
    empty: 'No hay pagos aprobados pendientes de lote.',
  },
  make: {
    action: 'Crear lote',
    title: 'Nuevo lote',
  },
  detail: {
    title: 'Lote {{reference}}',
    endAsked: 'Se ha solicitado descartar este lote. Pendiente de aprobación.',
    noFile: 'Se genera al enviar el lote a aprobar.',
  },
  orders: {
    title: 'Pagos del lote',
    empty: 'El lote no tiene pagos.',
    emptyHint: 'Los pagos se eligen en «Por enviar» al crear el lote.',
  },
  giveUp: {
    action: 'Descartar el lote',
    text: 'Sus {{orders}} pagos vuelven a estar por enviar.',
  },
  send: {
    action: 'Marcar como enviado',
  },
  paid: {
    title: '¿Ha pagado el banco todo el lote?',
  },
  takeOut: {
    named: 'Quitar {{reference}} del lote',
    text: '{{reference}} vuelve a estar por enviar.',
  },
  payment: {
    batch: 'Lote',
    openBatch: 'Ver el lote',
  },
  search: 'Referencia de lote o pago',
} satisfies Overrides<typeof es.default>

export const words = {
  screens: {
    paymentBatches: 'Lotes de pagos',
    paymentBatch: 'Lote',
  },
  modules: {
    bt_Remesas: 'Lotes de pagos',
  },
  notifications: {
    payments: {
      stalled: {
        title: 'Lote sin contabilizar',
      },
    },
  },
  actions: {
    paymentBatch_made: 'Crea un lote',
    paymentBatch_takenOut: 'Quita un pago de un lote',
    paymentBatch_submitted: 'Envía un lote a aprobar',
    paymentBatch_approved: 'Aprueba un lote',
    paymentBatch_givenUp: 'Descarta un lote',
    paymentBatch_sent: 'Envía un lote',
    paymentBatch_paid: 'Marca un lote como pagado',
    paymentBatch_fileTaken: 'Descarga el archivo de un lote',
    paymentBatch_exported: 'Exporta los pagos de un lote',
    paymentBatches_exported: 'Exporta lotes',
  },
  entities: {
    paymentBatch: 'Lote',
    bt_Remesas: 'Pantalla: Lotes de pagos',
  },
  tasks: {
    paymentBatch: 'Lote de pagos',
    batchEnd: 'Descarte de un lote descargado',
  },
  changes: {
    paymentBatch_one: 'Enviar el lote {{who}}: {{count}} pago por {{amount}}',
    paymentBatch_many: 'Enviar el lote {{who}}: {{count}} pagos por {{amount}}',
    paymentBatch_other: 'Enviar el lote {{who}}: {{count}} pagos por {{amount}}',
    batchEnd_one: 'Descartar el lote {{who}}, ya descargado: {{count}} pago por {{amount}}',
    batchEnd_many: 'Descartar el lote {{who}}, ya descargado: {{count}} pagos por {{amount}}',
    batchEnd_other: 'Descartar el lote {{who}}, ya descargado: {{count}} pagos por {{amount}}',
  },
  jobs: {
    paymentBatches_find: 'Búsqueda de lotes pendientes',
    paymentBatches_send: 'Contabilización de un lote',
  },
  refusals: {
    'batch.tooOld':
      'La fecha de pago pasó hace más de cinco días hábiles: descarta el lote e incluye sus pagos en otro.',
    'batch.empty': 'Ninguno de esos pagos se puede incluir ahora en un lote.',
    'batch.tooLate': 'Este lote ya no admite esa acción.',
    'batch.notSent': 'El lote todavía no se ha enviado al banco: no se puede marcar como pagado.',
    'batch.orderWaits': 'Algún pago del lote ya no se puede enviar. Quítalo o descarta el lote.',
    'batch.noFile': 'El archivo se genera cuando el lote está aprobado.',
  },
} satisfies Overrides<typeof es.words>
