/**
 * One of the versions in `index.ts`. Earlier tokens were valid for the API and for agents, whichever was requested, and stay so. What lasts
 * minutes is removed, because its resource has another meaning now. Clients and authorizations are counted by network.
 */

/** A resource of an earlier version, from an expression for it, as the resource that includes all (`platform/oauth/resources.ts`). */
const included = (resource: string): string => `
  case when ${resource} like '%/mcp' then substr(${resource}, 1, length(${resource}) - 4)
    when ${resource} like '%/' then substr(${resource}, 1, length(${resource}) - 1)
    else ${resource} end || '/*'`

interface JsonExpressions {
  /** Returns the expression for a member of the payload. */
  readonly member: (name: string) => string
  /** Returns the expression for the payload with another text as a member. */
  readonly replaced: (name: string, text: string) => string
  /** The first resource of a grant. */
  readonly granted: string
}

const statements = ({ member, replaced, granted }: JsonExpressions): string => `
  delete from oauth_record where kind in ('Interaction', 'AuthorizationCode');
  delete from device_sign_in where access is not null;
  update oauth_record set payload = ${replaced('aud', included(member('aud')))} where kind = 'AccessToken';
  update oauth_record set payload = ${replaced('resource', included(member('resource')))} where kind = 'RefreshToken';
  update oauth_grant set resources = ${included(granted)};
  alter table oauth_record add column network text not null default '';
  alter table oauth_client add column network text not null default '';
  create index oauth_interaction_network on oauth_record (network, expires_at_ms) where kind = 'Interaction';
  create index oauth_client_network on oauth_client (network, created_at_ms);
`

// A member may be a list of one or more resources.
export const OAUTH_AUDIENCE = {
  sqlite: statements({
    member: (name) => `coalesce(json_extract(payload, '$.${name}[0]'), json_extract(payload, '$.${name}'))`,
    replaced: (name, text) => `json_set(payload, '$.${name}', ${text})`,
    granted: "substr(resources, 1, instr(resources || ' ', ' ') - 1)",
  }),
  postgres: statements({
    member: (name) => `coalesce(payload::jsonb -> '${name}' ->> 0, payload::jsonb ->> '${name}')`,
    replaced: (name, text) => `jsonb_set(payload::jsonb, '{${name}}', to_jsonb((${text})::text))::text`,
    granted: "split_part(resources, ' ', 1)",
  }),
}
