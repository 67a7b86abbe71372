import { refusals } from './written/refusals.ts'

export default {
  codes: {
    ...refusals,
    'cvl.readOnly': 'Na vista de outra pessoa só pode consultar. Para fazer alterações, volte à sua.',
    'cvl.notYours': 'Não tem acesso à vista desse CVL.',
    lastAdministrator: 'É a única pessoa que administra as permissões. Antes tem de haver outra.',
    'client.blocked': 'O cliente está bloqueado.',
    'client.documents': 'Falta documentação do cliente ou caducou.',
    'client.lopd': 'O cliente não assinou o consentimento de proteção de dados.',
    'client.guardianMissing': 'O cliente é menor e não tem tutor.',
    'client.pepUnapproved': 'Falta aprovar o cliente como pessoa politicamente exposta.',
    'client.reviewOverdue': 'A revisão do cliente está em atraso.',
    'file.tooLarge': 'O ficheiro é demasiado grande: no máximo {{megabytes}} MB.',
    'file.unsupported': 'Tipo de ficheiro não admitido. Escolha uma imagem JPEG, PNG, WebP ou GIF.',
    'file.pdfBroken': 'O PDF está danificado ou incompleto. Guarde-o novamente e carregue-o de novo.',
    'file.pdfEncrypted': 'O PDF está protegido por palavra-passe. Retire a proteção e carregue-o de novo.',
    'file.pdfActive':
      'O PDF contém programas, formulários que enviam dados ou outros ficheiros. Imprima-o como PDF e carregue essa cópia.',
    'file.notAnImage': 'O ficheiro não é uma imagem válida. Escolha outro.',
    'file.pictureTooLarge': 'A imagem é demasiado grande. Reduza-a para 16 megapíxeis no máximo e volte a carregá-la.',
    'file.tooComplex': 'O ficheiro é demasiado complexo. Divida-o ou simplifique-o.',
    'file.busy': 'O servidor está a processar muitos ficheiros. Tente dentro de alguns segundos.',
    'file.unavailable': 'Esta instalação não consegue ler imagens. Avise o suporte.',
    'file.damaged': 'O ficheiro falta ou está danificado. Carregue-o de novo ou avise o suporte.',
    'export.nothing': 'Não há nenhum documento para preparar.',
    'export.running': 'Já está a ser preparado outro ficheiro seu. Aguarde que termine ou cancele-o.',
    'account.notActive': 'Esta conta não está ativa.',
    'account.overdrawn': 'Não há saldo suficiente na conta.',
    'account.matured': 'Esta conta venceu: não aceita entregas.',
    'ledger.monthClosed': 'Esse mês já está fechado.',
    'idempotency.differentBody':
      'Esta operação já foi enviada com outros dados. Feche o formulário e verifique os movimentos antes de a repetir.',
    'conflict.changed': 'Outra pessoa alterou estes dados. Recarregue-os antes de continuar.',
    'bulk.tooMany': 'Foram escolhidos mais registos do que uma ação aceita: filtre mais a lista.',
    'prefix.notYours': 'O seu utilizador não tem acesso nesse país.',
  },
}
