/**
 * One of the versions in `index.ts`. Codes and emails stored in clear text are removed, not converted: they were valid for minutes,
 * and their holders can request new ones.
 */
export const PRIVATE_CODES = `
  delete from device_sign_in;
  alter table device_sign_in rename column user_code to user_code_hash;
  delete from mail where kind = 'sign_in';
`
