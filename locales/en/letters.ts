export default {
  letter: {
    greeting: 'Dear {{name}},',
    automatic: 'This message is sent automatically; there is no need to answer it.',
    contact: 'If something looks wrong or you would like to change it, talk to {{name}}: {{ways}}.',
    contactOffice: 'If something looks wrong or you would like to change it, talk to your office.',
  },
  fields: {
    account: 'Account',
    product: 'Product',
    amount: 'Amount',
    payAmount: 'You receive',
    balance: 'Balance today',
    bookedOn: 'Date',
    valueDate: 'Earns interest from',
    bankAccount: 'Paid into',
    expiresOn: 'Matures on',
  },
  contribution: {
    subject: 'We have received your contribution',
    intro: 'We have credited your account with the money that you sent us.',
  },
  payment: {
    subject: 'We have sent you a payment',
    intro: {
      withdrawal: 'We have sent you the money that you withdrew.',
      interest: 'We have sent you the interest of your account.',
      maturity: 'We have sent you the money of your account, which has matured.',
      cancellation: 'We have sent you the money of the account that you cancelled.',
    },
    arrives: 'It usually arrives within one or two working days.',
  },
  maturity: {
    subject: 'Your account {{account}} matures on {{date}}',
    intro: 'Your account {{account}} matures on {{date}}.',
    asked: 'You asked us to do this on that day:',
    unasked: 'You have not told us what to do on that day. Unless you tell us otherwise:',
    instructions: {
      pay_out: 'we will pay the balance and the interest into your bank account.',
      renew_principal:
        'we will renew the capital for the same term, at the rate of that day, and pay you the interest.',
      renew_all: 'we will renew the capital and the interest for the same term, at the rate of that day.',
      transfer: 'we will move the money to {{product}}.',
      transferAny: 'we will move the money to another product.',
    },
    until: 'You can change it until {{eve}}.',
  },
}
