export default {
  title: 'Cuentas bancarias',
  lead: 'Dónde se le paga. Lo que no nombra una cuenta va a la predeterminada.',
  none: 'Sin cuentas bancarias',
  noneHint: 'Mientras no tenga una, lo que se le debe espera.',
  fields: {
    number: 'IBAN',
    holder: 'Titular',
    state: 'Situación',
    knownSince: 'Conocida desde',
    waiting: 'Por pagar',
    actions: 'Acciones',
    endedAt: 'De baja desde',
    makeDefault: 'Cuenta predeterminada',
    takesOver: 'Cuenta que la sustituye',
    reason: 'Motivo',
  },
  states: {
    default: 'Predeterminada',
    payout: 'Recibe pagos',
    known: 'Solo de ingresos',
    invalid: 'Número no válido',
    held: 'Retenida hasta el {{at}}',
  },
  rowActions: 'Acciones con {{number}}',
  sharing: {
    clients_one: 'También la tiene otro cliente',
    clients_many: 'También la tienen otros {{count}} clientes',
    clients_other: 'También la tienen otros {{count}} clientes',
    joint: 'cotitulares suyos',
  },
  ended_one: 'Una cuenta dada de baja',
  ended_many: '{{count}} cuentas dadas de baja',
  ended_other: '{{count}} cuentas dadas de baja',
  pending: {
    title: 'Esperan a otra persona',
    add: 'Añadir {{number}} a nombre de {{holder}}',
    addDefault: 'Añadir {{number}} a nombre de {{holder}} y pagar ahí',
    default: 'Pagar en {{number}}',
    end: 'Dar de baja {{number}}',
    endTakenOver: 'Dar de baja {{number}}: la sustituye {{takesOver}}',
    by: 'Propuesto por {{name}} el {{at}}',
    otherHolder: 'El titular no es el cliente',
    open: 'Ver la propuesta',
  },
  add: {
    action: 'Añadir cuenta',
    title: 'Nueva cuenta bancaria',
    lead: 'Otra persona la aprueba. Los pagos que vayan a ella esperan sus primeras 48 horas.',
    numberHint: 'Cópiala de un documento del banco, no de un mensaje.',
    holderHint: 'Como figura en el banco.',
    makeDefaultHint: 'Lo que ya tiene una cuenta asignada sigue en ella.',
    first: 'Será la predeterminada: no tiene otra en la que cobrar.',
    checked: 'Lo he comprobado con el cliente',
    submit: 'Proponer la cuenta',
  },
  makeDefault: {
    action: 'Predeterminar',
    named: 'Predeterminar {{number}}',
    text: 'Lo que no nombra una cuenta se pagará en {{number}}. Lo que ya tiene una asignada sigue en ella.',
    fromKnown: 'Hasta ahora solo ha ingresado desde ella: los pagos esperan sus primeras 48 horas.',
  },
  end: {
    action: 'Dar de baja',
    named: 'Dar de baja {{number}}',
    text: 'No se paga nada más en {{number}}. Sigue en el historial.',
    waiting_one: 'Hay {{count}} pago pendiente por {{amount}}, que pasa a la que la sustituye.',
    waiting_many: 'Hay {{count}} pagos pendientes por {{amount}}, que pasan a la que la sustituye.',
    waiting_other: 'Hay {{count}} pagos pendientes por {{amount}}, que pasan a la que la sustituye.',
    noOther:
      'Hay pagos pendientes por {{amount}} y ninguna otra cuenta que los reciba. Añade otra, o cancela antes esos pagos.',
  },
  reasonHint: 'Lo lee quien lo aprueba.',
  asked: 'Propuesto. Vale cuando otra persona lo apruebe.',
  done: 'Hecho.',
}

/** What lists of all features say of this one. */
export const words = {
  notifications: {
    client: {
      bankAccount: {
        title: 'Un cliente cobra en otra cuenta',
        text: '{{change}}. Si no lo esperabas, avisa a dirección.',
      },
    },
  },
  actions: {
    client_bankAccountDoubted: 'Se avisa: otro cliente tiene esa cuenta',
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
}
