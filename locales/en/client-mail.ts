export default {
  letter: {
    greeting: 'Dear {{name}},',
    automatic: 'This is an automatic message: there is no need to reply.',
    contact: 'If you have any questions, please contact {{name}}: {{ways}}.',
    contactOffice: 'If you have any questions, please contact your office.',
    holds: 'The link is personal and valid until {{until}}. A new link replaces earlier ones.',
    notForward: 'Please do not forward it: anyone who opens it can read what we ask of you.',
  },
  paper: {
    subject: '{{title}}',
    intro: 'We attach the document “{{title}}” as a PDF, prepared on {{at}}.',
  },
  consent: {
    subject: '{{firm}} asks for your consent',
    intro: 'Please read these documents and tell us whether you sign them or not:',
    action: 'Read and answer',
  },
  infoForm: {
    subject: '{{firm}} asks you for some details',
    intro:
      'We want to know you better so that we can serve you well. Tell us about your work, your expenses, your savings and your family: it takes a few minutes.',
    action: 'Fill in the form',
    notForward: 'Do not forward it: it is only for you.',
  },
  signed: {
    subject: 'A copy of your consent',
    intro: 'On {{at}} you signed:',
    attached: 'A PDF copy is attached, with the evidence that the answer is yours.',
    withdraw: 'You can withdraw your consent at any time with this link. Please keep this message.',
    action: 'Withdraw my consent',
  },
  refused: {
    subject: 'A copy of your answer',
    intro: 'On {{at}} you told us that you do not consent to:',
    effect: 'A PDF copy is attached. If you change your mind, we will send you another link.',
  },
  withdrawn: {
    subject: 'You have withdrawn your consent',
    intro: 'Since {{at}} we no longer have your consent for:',
    effect: 'What we did earlier with your consent remains valid.',
  },
  code: {
    subject: '{{code}} is your code',
    intro: 'Your code is {{code}}. Enter it on the page that you have open. It is valid until {{until}}.',
    notYou: 'Do not share it: our staff will never ask you for it. If you did not request it, ignore this message.',
  },
}
