export default {
  title: 'Cuentas bancarias',
  lead: 'Cuentas de abono. Si no se indica otra, se paga en la predeterminada.',
  none: 'Sin cuentas bancarias',
  noneHint: 'Los pagos al cliente quedan pendientes hasta que tenga una.',
  fields: {
    number: 'IBAN',
    holder: 'Titular',
    state: 'Situación',
    knownSince: 'Registrada desde',
    waiting: 'Pendiente de pago',
    actions: 'Acciones',
    endedAt: 'Fecha de baja',
    makeDefault: 'Cuenta predeterminada',
    takesOver: 'Cuenta que la sustituye',
    reason: 'Motivo',
  },
  states: {
    default: 'Predeterminada',
    payout: 'Recibe pagos',
    known: 'Solo ingresos',
    invalid: 'Número no válido',
    held: 'Retenida hasta el {{at}}',
  },
  rowActions: 'Acciones con {{number}}',
  sharing: {
    clients_one: 'Otro cliente también la tiene',
    clients_many: 'También la tienen otros {{count}} clientes',
    clients_other: 'También la tienen otros {{count}} clientes',
    joint: 'cotitulares',
  },
  ended_one: 'Una cuenta dada de baja',
  ended_many: '{{count}} cuentas dadas de baja',
  ended_other: '{{count}} cuentas dadas de baja',
  pending: {
    title: 'Pendientes de aprobación',
    add: 'Añadir {{number}} a nombre de {{holder}}',
    addDefault: 'Añadir {{number}} a nombre de {{holder}} como predeterminada',
    default: 'Usar {{number}} como predeterminada',
    end: 'Dar de baja {{number}}',
    endTakenOver: 'Dar de baja {{number}} y sustituirla por {{takesOver}}',
    by: 'Propuesto por {{name}} el {{at}}',
    otherHolder: 'El titular no es el cliente',
    open: 'Ver la propuesta',
  },
  add: {
    action: 'Añadir cuenta',
    title: 'Nueva cuenta bancaria',
    lead: 'Otra persona tiene que aprobarla. Los pagos a una cuenta nueva quedan retenidos 48 horas.',
    numberHint: 'Cópiala de un documento del banco, no de un mensaje.',
    holderHint: 'Como figura en el banco.',
    makeDefaultHint: 'Los pagos que ya tienen una cuenta asignada la conservan.',
    first: 'Será la predeterminada, por ser la única de abono.',
    checked: 'Lo he comprobado con el cliente',
    submit: 'Proponer la cuenta',
  },
  makeDefault: {
    action: 'Hacer predeterminada',
    named: 'Hacer predeterminada {{number}}',
    text: 'Si no se indica otra cuenta, se pagará en {{number}}. Los pagos que ya tienen una asignada la conservan.',
    fromKnown: 'Hasta ahora solo se han recibido ingresos desde ella: los pagos quedan retenidos 48 horas.',
  },
  end: {
    action: 'Dar de baja',
    named: 'Dar de baja {{number}}',
    text: 'No se harán más pagos en {{number}}. La cuenta se conserva en el historial.',
    waiting_one: 'Hay {{count}} pago pendiente por {{amount}}, que pasará a la cuenta que la sustituye.',
    waiting_many: 'Hay {{count}} pagos pendientes por {{amount}}, que pasarán a la cuenta que la sustituye.',
    waiting_other: 'Hay {{count}} pagos pendientes por {{amount}}, que pasarán a la cuenta que la sustituye.',
    noOther:
      'Hay pagos pendientes por {{amount}} y ninguna otra cuenta de abono. Añade otra o cancela antes esos pagos.',
  },
  reasonHint: 'Lo verá la persona que lo apruebe.',
  asked: 'Propuesta enviada. Será efectiva cuando otra persona la apruebe.',
  done: 'Cambio realizado.',
}

/** What lists of all features say of this one. */
export const words = {
  notifications: {
    client: {
      bankAccount: {
        title: 'Cambio en las cuentas de abono de un cliente',
        text: '{{change}}. Si no lo esperabas, avisa a Dirección.',
      },
    },
  },
  actions: {
    client_bankAccountDoubted: 'Recibe un aviso: otro cliente tiene esa cuenta bancaria',
    client_bankAccountAdded: 'Añade una cuenta bancaria a un cliente',
    client_bankAccountDefault: 'Cambia la cuenta predeterminada de un cliente',
    client_bankAccountEnded: 'Da de baja una cuenta bancaria de un cliente',
  },
  tasks: {
    bankAccount: 'Cuenta bancaria de un cliente',
  },
  changes: {
    bankAdd: 'Añadir la cuenta {{account}} al cliente {{who}}',
    bankDefault: 'Pagar al cliente {{who}} en la cuenta {{account}}',
    bankEnd: 'Dar de baja la cuenta {{account}} del cliente {{who}}',
  },
  personalTables: {
    client_bank_account: 'Cuentas bancarias',
    client_bank_change: 'Cambios de cuentas bancarias',
  },
  refusals: {
    'bankAccount.known': 'El cliente ya tiene esa cuenta.',
    'bankAccount.asked': 'Este cambio ya se ha propuesto y está pendiente de aprobación.',
    'bankAccount.doubtful': 'Compruébalo con el cliente antes de proponerlo.',
    'bankAccount.isDefault': 'Ya es la cuenta predeterminada.',
    'bankAccount.paymentsWait': 'Hay pagos pendientes a esa cuenta. Indica qué otra los recibe o cancélalos antes.',
    'bankAccount.inBatch': 'Hay un pago a esa cuenta en una remesa. Espera a que se envíe o quítalo antes.',
    'bankAccount.overLimit':
      'Los pagos que cambiarían de cuenta superan tu límite: tiene que aprobarlo una persona con un límite mayor.',
  },
  changeFields: {
    defaultAccount: 'Cuenta predeterminada',
    holder: 'Titular en el banco',
    bank: 'Banco',
    sameNumber: 'Otros clientes con ese número',
    sameOfJoint: 'De ellos, cotitulares',
    takesOver: 'Cuenta que la sustituye',
  },
}
