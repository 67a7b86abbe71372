// Written by `npm run check -- --write`: the `words` of every file beside its folder.
export const actions = {
  ledgerAccount_added: 'Agrega una cuenta contable',
  client_bankAccountAdded: 'Agrega una cuenta bancaria a un cliente',
  clientDocument_added: 'Agrega un documento al expediente de un cliente',
  client_relationAdded: 'Agrega una relación con otro cliente',
  externalProduct_added: 'Agrega un producto externo',
  maturity_reserveFreed: 'Libera el importe reservado por un retiro',
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
  withdrawal_requested: 'Solicita un retiro',
  withdrawal_approved: 'Aprueba un retiro',
  withdrawal_canceled: 'Cancela un retiro',
  employee_pictureSet: 'Agrega una foto de perfil',
  tag_added: 'Agrega una etiqueta',
  reference_added: 'Agrega un dato de referencia',
}

export const changes = {
  taxPayment: 'Pagar {{amount}} de retenciones fiscales al SAT ({{from}})',
  bankAdd: 'Agregar la cuenta {{account}} al cliente {{who}}',
  paymentBatch_one: 'Enviar el lote {{who}}: {{count}} pago por {{amount}}',
  paymentBatch_many: 'Enviar el lote {{who}}: {{count}} pagos por {{amount}}',
  paymentBatch_other: 'Enviar el lote {{who}}: {{count}} pagos por {{amount}}',
  batchEnd_one: 'Descartar el lote {{who}}, ya descargado: {{count}} pago por {{amount}}',
  batchEnd_many: 'Descartar el lote {{who}}, ya descargado: {{count}} pagos por {{amount}}',
  batchEnd_other: 'Descartar el lote {{who}}, ya descargado: {{count}} pagos por {{amount}}',
  officeZone: 'Cambiar la zona de la sucursal {{office}}: de {{from}} a {{to}}',
  limitKinds: {
    withdrawal: 'retiro',
  },
  employeeOffice: 'Cambiar a {{who}} a la sucursal {{to}}',
  rateRemoved: 'Quitar la tasa de retención del {{rate}} % desde el {{from}}: {{payee}}, {{region}}',
}

export const entities = {
  paymentBatch: 'Lote',
  bt_Remesas: 'Pantalla: Lotes de pagos',
  bt_Retiradas: 'Pantalla: Retiros',
  office: 'Sucursal',
}

export const jobs = {
  paymentBatches_find: 'Búsqueda de lotes pendientes',
  paymentBatches_send: 'Contabilización de un lote',
}

export const modules = {
  bt_Remesas: 'Lotes de pagos',
  bt_Retiradas: 'Retiros',
}

export const notifications = {
  payments: {
    stalled: {
      title: 'Lote sin contabilizar',
    },
  },
  secondFactor: {
    added: {
      title: 'Segundo factor agregado',
    },
  },
}

export const personalTables = {}

export const tasks = {
  paymentBatch: 'Lote de pagos',
  batchEnd: 'Descarte de un lote descargado',
  withdrawal: 'Retiro',
  office: 'Zona de una sucursal',
  employeeOffice: 'Sucursal de un empleado',
}

export const timelineEntries = {
  movement: {
    withdrawal: 'Retiro',
  },
}

export const timelineKinds = {}

export const timelineStates = {}
