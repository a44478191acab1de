import { TEST_DATABASES } from '../support/databases.ts'
import { givenUpMails } from '../support/given-up-mails.ts'
import { mailStoreContract } from './mail-store.ts'

for (const { name, skip, borrow } of TEST_DATABASES) {
  mailStoreContract(name, skip, async () => {
    const database = await borrow()
    const [storage, other] = [await database.open(), await database.open()]
    return {
      store: storage.mails,
      other: other.mails,
      givenUp: () => givenUpMails(database.place),
      close: async () => {
        await storage.close()
        await other.close()
        await database.remove()
      },
    }
  })
}
