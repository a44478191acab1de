/**
 * What clients rely on of each operation, written out by hand: a table that imported these values would follow every change of them. Add
 * every new operation.
 */

interface Pinned {
  /** Resource route, RPC route, units, access, media type. */
  readonly interface: string
  /** Scopes of which an app needs one; `any`: an app with any scope may call it. */
  readonly scopes: readonly string[] | 'any'
  /** Maximum characters for a model: of the definition as a tool, and of the largest answer to its examples. */
  readonly toolSizes: readonly [definition: number, answer: number]
  /** Inputs, and their status without a credential. */
  readonly withoutKey: readonly { readonly input: object; readonly status: number }[]
}

export const PINNED: Readonly<Record<string, Pinned>> = {
  list_ops: {
    interface: 'GET /v1 /v1/ops/list_ops 0 public application/json',
    scopes: 'any',
    toolSizes: [1_050, 6_075],
    withoutKey: [{ input: {}, status: 200 }],
  },
  start_device_login: {
    interface: 'POST /v1/auth/device /v1/ops/start_device_login 0 public application/json',
    scopes: 'any',
    toolSizes: [1_100, 525],
    withoutKey: [{ input: {}, status: 200 }],
  },
  poll_device_login: {
    interface: 'POST /v1/auth/device/token /v1/ops/poll_device_login 0 public application/json',
    scopes: 'any',
    toolSizes: [875, 350],
    withoutKey: [{ input: { device_code: 'made-up-device-code' }, status: 200 }],
  },
  search_boundaries: {
    interface: 'GET /v1/boundaries/search /v1/ops/search_boundaries 0 public application/json',
    scopes: ['boundaries'],
    toolSizes: [2_350, 1_325],
    withoutKey: [{ input: { q: 'Utland' }, status: 200 }],
  },
  get_boundary: {
    interface: 'GET /v1/boundaries/{id} /v1/ops/get_boundary 1 public application/geo+json',
    scopes: ['boundaries'],
    toolSizes: [3_350, 3_700],
    withoutKey: [
      { input: { id: 'r1' }, status: 200 },
      { input: { id: 'r1', detail: 'low' }, status: 200 },
      { input: { id: 'r1', detail: 'medium' }, status: 401 },
      { input: { id: 'r1', detail: 'high' }, status: 401 },
      { input: { id: 'r1', detail: 'full' }, status: 401 },
    ],
  },
  export_boundary: {
    interface: 'GET /v1/boundaries/{id}.{format} /v1/ops/export_boundary 1 key application/json',
    scopes: ['boundaries'],
    toolSizes: [1_600, 875],
    withoutKey: [{ input: { id: 'r1' }, status: 401 }],
  },
  export_collection: {
    interface:
      'POST /v1/boundaries/export /v1/ops/export_collection 1 unit per 10 boundaries, rounded up; free with dry_run key application/json',
    scopes: ['boundaries'],
    toolSizes: [2_950, 1_050],
    withoutKey: [
      { input: { within: 'r1' }, status: 401 },
      { input: { within: 'r1', dry_run: true }, status: 401 },
    ],
  },
  reverse_boundaries: {
    interface: 'GET /v1/boundaries/reverse /v1/ops/reverse_boundaries 1 key application/json',
    scopes: ['boundaries'],
    toolSizes: [1_275, 2_325],
    withoutKey: [{ input: { lat: 0.5, lon: 0.5 }, status: 401 }],
  },
  list_children: {
    interface: 'GET /v1/boundaries/{id}/children /v1/ops/list_children 0 public application/json',
    scopes: ['boundaries'],
    toolSizes: [1_550, 7_225],
    withoutKey: [{ input: { id: 'r1' }, status: 200 }],
  },
  contains_points: {
    interface:
      'POST /v1/boundaries/{id}/contains /v1/ops/contains_points 1 unit per 1,000 points, rounded up key application/json',
    scopes: ['boundaries'],
    toolSizes: [1_375, 325],
    withoutKey: [{ input: { id: 'r1', points: [[0.5, 0.5]] }, status: 401 }],
  },
  union_boundaries: {
    interface:
      'POST /v1/boundaries/union /v1/ops/union_boundaries 1 unit per boundary, included or excluded; repeated ids count once key application/geo+json',
    scopes: ['boundaries'],
    toolSizes: [2_325, 1_375],
    withoutKey: [{ input: { include: ['r1', 'r2'] }, status: 401 }],
  },
  create_area: {
    interface: 'POST /v1/areas /v1/ops/create_area 50 key application/geo+json',
    scopes: ['areas'],
    toolSizes: [3_175, 3_325],
    withoutKey: [{ input: { text: 'Utland' }, status: 401 }],
  },
  get_job: {
    interface: 'GET /v1/jobs/{id} /v1/ops/get_job 0 key application/json',
    scopes: ['boundaries', 'areas'],
    toolSizes: [1_475, 350],
    withoutKey: [{ input: { id: 'job_7k2m9x4c1p8w5t3z7k2m9x' }, status: 401 }],
  },
  cancel_job: {
    interface: 'DELETE /v1/jobs/{id} /v1/ops/cancel_job 0 key application/json',
    scopes: ['boundaries', 'areas'],
    toolSizes: [1_325, 350],
    withoutKey: [{ input: { id: 'job_7k2m9x4c1p8w5t3z7k2m9x' }, status: 401 }],
  },
  get_account: {
    interface: 'GET /v1/account /v1/ops/get_account 0 key application/json',
    scopes: ['account'],
    toolSizes: [1_325, 525],
    withoutKey: [{ input: {}, status: 401 }],
  },
  update_profile: {
    interface: 'POST /v1/account /v1/ops/update_profile 0 key application/json',
    scopes: ['account'],
    toolSizes: [1_625, 550],
    withoutKey: [{ input: { name: 'Ann' }, status: 401 }],
  },
  update_email_preferences: {
    interface: 'POST /v1/account/email-preferences /v1/ops/update_email_preferences 0 key application/json',
    scopes: ['account'],
    toolSizes: [1_375, 225],
    withoutKey: [
      { input: {}, status: 401 },
      { input: { subscribed: false }, status: 401 },
    ],
  },
  get_usage: {
    interface: 'GET /v1/usage /v1/ops/get_usage 0 key application/json',
    scopes: ['account'],
    toolSizes: [900, 1_775],
    withoutKey: [{ input: {}, status: 401 }],
  },
  list_keys: {
    interface: 'GET /v1/keys /v1/ops/list_keys 0 key application/json',
    scopes: ['account'],
    toolSizes: [500, 300],
    withoutKey: [{ input: {}, status: 401 }],
  },
  create_key: {
    interface: 'POST /v1/keys /v1/ops/create_key 0 key application/json',
    scopes: ['account'],
    toolSizes: [800, 350],
    withoutKey: [{ input: {}, status: 401 }],
  },
  revoke_key: {
    interface: 'DELETE /v1/keys/{id} /v1/ops/revoke_key 0 key application/json',
    scopes: ['account'],
    toolSizes: [675, 325],
    withoutKey: [{ input: { id: 'k' }, status: 401 }],
  },
  report_issue: {
    interface: 'POST /v1/feedback/issues /v1/ops/report_issue 0 key application/json',
    scopes: ['feedback'],
    toolSizes: [1_875, 625],
    withoutKey: [{ input: { title: 'An island is missing' }, status: 401 }],
  },
  request_feature: {
    interface: 'POST /v1/feedback/features /v1/ops/request_feature 0 key application/json',
    scopes: ['feedback'],
    toolSizes: [1_500, 425],
    withoutKey: [{ input: { title: 'Tiles' }, status: 401 }],
  },
  list_feedback: {
    interface: 'GET /v1/feedback /v1/ops/list_feedback 0 public application/json',
    scopes: ['feedback'],
    toolSizes: [1_450, 1_075],
    withoutKey: [{ input: {}, status: 200 }],
  },
  get_feedback: {
    interface: 'GET /v1/feedback/{id} /v1/ops/get_feedback 0 public application/json',
    scopes: ['feedback'],
    toolSizes: [1_125, 375],
    withoutKey: [{ input: { id: 1 }, status: 200 }],
  },
  upvote_feedback: {
    interface: 'POST /v1/feedback/{id}/upvote /v1/ops/upvote_feedback 0 key application/json',
    scopes: ['feedback'],
    toolSizes: [1_075, 375],
    withoutKey: [{ input: { id: 1 }, status: 401 }],
  },
  remove_upvote: {
    interface: 'DELETE /v1/feedback/{id}/upvote /v1/ops/remove_upvote 0 key application/json',
    scopes: ['feedback'],
    toolSizes: [1_050, 375],
    withoutKey: [{ input: { id: 1 }, status: 401 }],
  },
  comment_feedback: {
    interface: 'POST /v1/feedback/{id}/comments /v1/ops/comment_feedback 0 key application/json',
    scopes: ['feedback'],
    toolSizes: [1_350, 500],
    withoutKey: [{ input: { id: 1, text: 'Here too.' }, status: 401 }],
  },
}
