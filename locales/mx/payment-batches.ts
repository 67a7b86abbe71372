import type es from '../es/payment-batches.ts'
import type { Overrides } from '../shape.ts'

export default {
  title: 'Lotes de pagos',
  tabs: { label: 'Retiros y lotes', payments: 'Retiros y pagos', batches: 'Lotes' },
  count_one: '{{total}} lote',
  count_many: '{{total}} lotes',
  count_other: '{{total}} lotes',
  empty: 'No hay lotes que mostrar.',
  fields: { madeAt: 'Creado el', maker: 'Creado por' },
  states: { approved: 'Aprobado', sent: 'Enviado', given_up: 'Descartado' },
  waits: { badNumber: 'CLABE no válida', newBankAccount: 'CLABE de menos de 48 horas' },
  waiting: {
    count_one: '{{total}} pago aprobado sin lote',
    count_many: '{{total}} pagos aprobados sin lote',
    count_other: '{{total}} pagos aprobados sin lote',
    empty: 'Ningún pago aprobado espera un lote.',
  },
  make: { action: 'Crear lote', title: 'Nuevo lote' },
  detail: { title: 'Lote {{reference}}', endAsked: 'Otra persona decide si este lote se descarta.' },
  orders: { title: 'Pagos del lote', empty: 'El lote no tiene pagos.' },
  giveUp: {
    action: 'Descartar el lote',
    text: 'Sus {{orders}} pagos vuelven a esperar otro lote.',
  },
  send: { action: 'Marcar como enviado' },
  paid: { title: '¿Ha pagado el banco todo el lote?' },
  takeOut: { named: 'Sacar {{reference}} del lote', text: '{{reference}} vuelve a esperar otro lote.' },
  payment: { batch: 'Lote', openBatch: 'Ver el lote' },
} satisfies Overrides<typeof es>
