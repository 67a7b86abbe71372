export default {
  letter: {
    greeting: 'Hola, {{name}}:',
    automatic: 'Este mensaje se envía de forma automática; no hace falta que respondas.',
    contact: 'Si algo no cuadra o quieres cambiarlo, habla con {{name}}: {{ways}}.',
    contactOffice: 'Si algo no cuadra o quieres cambiarlo, habla con tu oficina.',
  },
  fields: {
    account: 'Cuenta',
    product: 'Producto',
    amount: 'Importe',
    payAmount: 'Recibes',
    balance: 'Saldo a hoy',
    bookedOn: 'Fecha',
    valueDate: 'Cuenta intereses desde',
    bankAccount: 'Cuenta de destino',
    expiresOn: 'Vence el',
  },
  contribution: {
    subject: 'Hemos recibido tu aportación',
    intro: 'Hemos abonado en tu cuenta el dinero que nos enviaste.',
  },
  payment: {
    subject: 'Te hemos enviado un pago',
    intro: {
      withdrawal: 'Te hemos enviado el dinero que retiraste.',
      interest: 'Te hemos enviado los intereses de tu cuenta.',
      maturity: 'Te hemos enviado el dinero de tu cuenta, que ha vencido.',
      cancellation: 'Te hemos enviado el dinero de la cuenta que cancelaste.',
    },
    arrives: 'Suele llegar en uno o dos días hábiles.',
  },
  maturity: {
    subject: 'Tu cuenta {{account}} vence el {{date}}',
    intro: 'El {{date}} vence tu cuenta {{account}}.',
    asked: 'Nos pediste que ese día hagamos esto:',
    unasked: 'No nos has dicho qué hacer ese día. Si no nos dices otra cosa:',
    instructions: {
      pay_out: 'te pagaremos el saldo y los intereses en tu cuenta bancaria.',
      renew_principal: 'renovaremos el capital por el mismo plazo, al tipo de ese día, y te pagaremos los intereses.',
      renew_all: 'renovaremos el capital y los intereses por el mismo plazo, al tipo de ese día.',
      transfer: 'pasaremos el dinero a {{product}}.',
      transferAny: 'pasaremos el dinero a otro producto.',
    },
    until: 'Puedes cambiarlo hasta el {{eve}}.',
  },
}
