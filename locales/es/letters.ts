export default {
  letter: {
    greeting: 'Hola, {{name}}:',
    automatic: 'Mensaje automático: no es necesario responder.',
    contact: 'Si tienes alguna duda o quieres hacer algún cambio, ponte en contacto con {{name}}: {{ways}}.',
    contactOffice: 'Si tienes alguna duda o quieres hacer algún cambio, ponte en contacto con tu oficina.',
  },
  fields: {
    account: 'Cuenta',
    product: 'Producto',
    amount: 'Importe',
    payAmount: 'Importe recibido',
    balance: 'Saldo actual',
    bookedOn: 'Fecha',
    valueDate: 'Fecha valor',
    bankAccount: 'Cuenta de destino',
    expiresOn: 'Fecha de vencimiento',
  },
  contribution: {
    subject: 'Hemos recibido tu aportación',
    intro: 'Hemos abonado en tu cuenta el importe que nos enviaste.',
  },
  payment: {
    subject: 'Te hemos enviado un pago',
    intro: {
      withdrawal: 'Te hemos enviado el importe de tu retirada.',
      interest: 'Te hemos enviado los intereses de tu cuenta.',
      maturity: 'Te hemos enviado el importe de tu cuenta, que ha vencido.',
      cancellation: 'Te hemos enviado el importe de la cuenta que cancelaste.',
      inheritance: 'Hemos enviado a tu cuenta bancaria lo que te corresponde de una herencia.',
    },
    arrives: 'Suele llegar en uno o dos días hábiles.',
  },
  maturity: {
    subject: 'Tu cuenta {{account}} vence el {{date}}',
    intro: 'Tu cuenta {{account}} vence el {{date}}.',
    asked: 'Según tus instrucciones, ese día:',
    unasked: 'No tenemos instrucciones tuyas para ese día. Salvo que nos indiques otra cosa:',
    instructions: {
      pay_out: 'abonaremos el saldo y los intereses en tu cuenta bancaria.',
      renew_principal: 'renovaremos el capital por el mismo plazo, al TIN de ese día, y te abonaremos los intereses.',
      renew_all: 'renovaremos el capital y los intereses por el mismo plazo, al TIN de ese día.',
      transfer: 'traspasaremos el dinero a {{product}}.',
      transferAny: 'traspasaremos el dinero a otro producto.',
    },
    until: 'Puedes cambiarlo hasta el {{eve}}.',
  },
}
